import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Imports and the accounts of this store")
struct AccountHolderTests {
    private static let postKey = "-K25Fj8p2ArUMz3awt3T"

    @Test(arguments: Storage.allCases)
    func entriesByAccountHoldersAreRejected(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let leia = try store.makeUser("leia")
        try await store.owner.claim(
            "leia",
            email: "leia@example.org",
            password: Password("correct horse battery")
        )
        let uid = leia.description
        let archive = try FirebaseArchive([
            "users": .object([
                (uid, ["username": "villain", "bio": "forged", "follows": ["han": true]] as JSON),
                ("han", ["username": "han"] as JSON),
            ]),
            "posts": [
                "-K25Fj8p2ArUMz3awt3T": ["username": "villain", "image": "a"],
                "-K25Fj8qrMAtxXG3QCSn": [
                    "username": "han", "image": "a",
                    "likes": [["username": "villain"]],
                    "comments": [["username": "villain", "text": "forged"]],
                ],
            ],
            "images": ["a": picture()],
        ])
        let report = try await store.owner.load(archive)
        report.expectComplete()
        let reason = "The user has an account in this store."
        let own = report.rejections.filter { $0.reason == reason }.map(\.entry)
        #expect(
            own == [
                "users/\(uid)", "users/\(uid)/follows/han", "posts/\(Self.postKey)",
                "posts/-K25Fj8qrMAtxXG3QCSn/comments/0", "posts/-K25Fj8qrMAtxXG3QCSn/likes/0",
            ]
        )
        #expect(report.fields.rejected == 1 && report.fields.imported == 0)
        #expect(report.importedUsers.map(\.username) == ["han"])
        let profile = try await store.guest.profile(of: leia)
        #expect(profile.user == User(id: leia, username: "leia"))
        #expect(profile.postCount == 0 && profile.followingCount == 0)
        let posts = try await store.guest.page(of: .everyone).posts
        #expect(posts.map(\.likeCount) == [0] && posts.map(\.commentCount) == [0])
        #expect(try store.blobs.all().count == 1)
    }

    /// Checks a sign-up that happens after the archive is decoded but before it is imported.
    @Test(arguments: Storage.allCases)
    func usernameTakenMeanwhileStaysWithItsHolder(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        var work = try FirebaseImport(
            of: FirebaseArchive(galaxy),
            into: store.owner.engine,
            isDryRun: false,
            report: { _ in },
            progress: { _, _ in }
        )
        let local = try store.makeUser("leia")
        _ = try await work.run()
        #expect(try await store.guest.user(withUsername: "leia").id == local)
        let imported = try await store.guest.profile(of: User.ID(firebase: "leia"))
        #expect(imported.user.username.hasPrefix("leia~"))
    }

    /// Checks that the user and the posts can be found by their old IDs.
    @Test(arguments: Storage.allCases)
    func aClaimedUserIsNotImportedAgain(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let email = "han@example.org"
        let password = Password("correct horse battery")
        try await store.owner.claim("hansolo", email: email, password: password)
        let login = try await store.guest.logIn(email: email, password: password, label: "")
        #expect(login.user.id != User.ID(firebase: "han"))
        let users = try await store.guest.users().map(\.username)
        let posts = try await store.guest.page(of: .everyone).posts
        let report = try await store.owner.load(archive)
        report.expectComplete()
        #expect(report.rejections == [])
        #expect(try await store.guest.users().map(\.username) == users)
        #expect(try await store.guest.page(of: .everyone).posts == posts)
        #expect(try store.audit() == [])
    }

    @Test(arguments: ["users", "posts", "images"])
    func duplicateKeyIsAnError(key: String) throws {
        let escaped = "\\u00" + String(key.utf8.first ?? 0, radix: 16) + key.dropFirst()
        for second in [key, escaped] {
            let json = #"{"\#(key)": {"posts": {"posts": 1}}, "x": "posts\":", "\#(second)" : {}}"#
            #expect(throws: TimelineError.archiveUnreadable("it contains the key “\(key)” twice."))
            {
                try FirebaseArchive(reading: Data(json.utf8))
            }
        }
        let once = #"{"\#(key)": {}, "x": {"\#(key)": {"\#(key)": "\#(key)"}}, "y": ["\#(key)"]}"#
        _ = try FirebaseArchive(reading: Data(once.utf8))
    }

    @Test func duplicateLikesAreCounted() async throws {
        let like: JSON = ["username": "han"]
        let archive = try FirebaseArchive([
            "posts": [
                "-K25Fj8p2ArUMz3awt3T": [
                    "username": "leia", "image": "a",
                    "likes": [like, ["username": "luke"], like, ["username": "HAN"]],
                ]
            ],
            "images": ["a": picture()],
        ])
        let store = try TestWorld(.sqliteInMemory)
        let report = try await store.owner.load(archive)
        #expect(report.likes == ImportReport.Tally(entries: 4, imported: 2, alreadyPresent: 2))
        #expect(report.duplicateLikes == 2)
        let post = try await store.guest.page(of: .everyone).posts.first
        #expect(post?.likeCount == 2)
    }
}
