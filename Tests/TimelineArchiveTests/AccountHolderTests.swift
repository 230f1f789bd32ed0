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
        let leia = try await store.user("leia")
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
        let own = report.findings.filter { $0.reason == reason }.map(\.file)
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
        #expect(try await store.guest.users().contains { $0.username.hasPrefix("leia~") })
    }

    /// Checks that a claimed user keeps the ID, the posts and the followers, that the unsealed keys
    /// are erased, and that importing again finds the user.
    @Test(arguments: Storage.allCases)
    func aClaimedUserIsNotImportedAgain(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let email = "han@example.org"
        let password = Password("correct horse battery")
        let han = try await store.guest.user(withUsername: "hansolo")
        let answers = try await store.answers()
        let person = try #require(try store.repository.read { try $1.person(han.id) })
        try await store.owner.claim("hansolo", email: email, password: password)
        let login = try await store.guest.logIn(email: email, password: password, label: "")
        #expect(login.user == han)
        #expect(try await store.answers() == answers)
        let values = try store.repository.read {
            try $1.privateValues(withPrefix: "", after: nil, limit: 1000)
        }
        #expect(!values.contains { !$0.bytes.ranges(of: person.root.seed).isEmpty })
        let keys = try #require(try store.repository.read { try $1.keys(of: han.id) })
        #expect(keys.device.id == person.device.id && keys.box == person.box)
        try await login.session.verify(password)
        let report = try await store.owner.load(archive)
        report.expectComplete()
        #expect(report.findings == [])
        #expect(try await store.answers() == answers)
        try await login.session.deleteAccount(password: password)
        let last = try await store.owner.load(archive)
        last.expectComplete()
        let reason = last.findings.first { $0.file == "users/han" }?.reason
        #expect(reason?.contains("deleted") == true)
        #expect(try await !store.guest.users().contains { $0.username == "hansolo" })
    }

    /// Checks that a user whose keys are on another device keeps saying only what they have signed.
    @Test(arguments: Storage.allCases)
    func usersOfOtherDevicesAreRejected(_ storage: Storage) async throws {
        let (source, store) = (try TestWorld(storage, seed: 2), try TestWorld(storage))
        let leia = try await source.user("leia")
        let records = try source.repository.read { try $0.introductions(of: [leia]) }
        try await store.owner.add(records)
        let json = #"{"users": {"\#(leia)": {"username": "leia", "bio": "Forged"}}}"#
        let report = try await store.owner.load(FirebaseArchive(reading: Data(json.utf8)))
        report.expectComplete()
        #expect(report.findings.map(\.reason).first?.contains("another device") == true)
        #expect(try await store.guest.user(withUsername: "leia").bio == nil)
        await #expect(throws: TimelineError.userNotImported("leia")) {
            try await store.owner.claim("leia", email: "l@e.org", password: TestWorld.password)
        }
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
        #expect(report.likes == ImportTally(entries: 4, imported: 2, alreadyPresent: 2))
        #expect(report.duplicateLikes == 2)
        let post = try await store.guest.page(of: .everyone).posts.first
        #expect(post?.likeCount == 2)
    }
}
