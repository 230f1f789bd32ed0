import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Importing an archive")
struct LoadTests {
    @Test(arguments: Storage.allCases)
    func allEntriesAreImported(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let report = try await store.owner.load(FirebaseArchive(galaxy))
        report.expectComplete()
        #expect(report.rejections == [])
        #expect(report.users.imported == 4)
        #expect(report.fields.imported == 2)
        #expect(report.follows.imported == 3)
        #expect(report.posts.imported == 2)
        #expect(report.comments.imported == 3)
        #expect(report.likes.imported == 2)
        #expect(report.unlistedUsers == 1)
        #expect(
            report.importedUsers.map(\.username) == [
                "3po", "greedo", "hansolo", "leia", "ob1kenob",
            ]
        )
        let han = try await store.guest.user(withUsername: "hansolo")
        #expect(han.bio == "I know.")
        #expect(han.url == "https://falcon.example")
        let home = try await store.session(han.id).timeline()
        #expect(home.posts.map(\.caption) == ["", "Falcon"])
        #expect(home.posts.map(\.author.username) == ["leia", "hansolo"])
        let photo = try #require(home.posts.last?.photos.first)
        #expect(try store.blobs.data(for: photo.blob) == jpeg(1))
    }

    @Test(arguments: Storage.allCases)
    func importIsIdempotent(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        _ = try store.makeUser("leia")
        let first = try await store.owner.load(FirebaseArchive(galaxy))
        let answers = try await store.answers()
        let second = try await store.owner.load(FirebaseArchive(galaxy))
        second.expectNothingNew(since: first)
        #expect(second.unlistedUsers == 0)
        #expect(try await store.answers() == answers)
    }

    /// Checks that a dry run writes nothing and reports what the import then does.
    @Test(arguments: Storage.allCases)
    func dryRun(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        _ = try store.makeUser("leia")
        let answers = try await store.answers()
        let epoch = try store.repository.epoch()
        var rehearsal = try await store.owner.load(FirebaseArchive(galaxy), isDryRun: true)
        rehearsal.expectComplete()
        #expect(try store.repository.epoch() == epoch)
        #expect(try await store.answers() == answers)
        let report = try await store.owner.load(FirebaseArchive(galaxy))
        #expect(rehearsal.isDryRun && rehearsal.importedUsers == [])
        (rehearsal.isDryRun, rehearsal.importedUsers) = (false, report.importedUsers)
        #expect(rehearsal == report)
        #expect(report.media == ImportReport.Tally(entries: 2, imported: 2))
    }

    /// Checks that a dry run finds the IDs that are in use, and the entries that are present.
    @Test(arguments: Storage.allCases)
    func dryRunAfterAnImport(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let first = try await store.owner.load(FirebaseArchive(galaxy))
        let again = try await store.owner.load(FirebaseArchive(galaxy), isDryRun: true)
        again.expectNothingNew(since: first)
        let post: JSON = ["username": "lando", "image": "a"]
        let other = try FirebaseArchive([
            "posts": ["-K25Fj8p2ArUMz3awt3T": post], "images": ["a": picture()],
        ])
        let report = try await store.owner.load(other, isDryRun: true)
        #expect(report.posts == ImportReport.Tally(entries: 1, rejected: 1))
        #expect(report.rejections.map(\.reason) == ["The ID is already in use in this store."])
    }

    /// Checks that an imported user cannot be renamed to a username that is taken in this store.
    @Test(arguments: Storage.allCases)
    func importCannotTakeAUsernameByRenaming(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let zed = try store.makeUser("zed")
        for name in ["aaa", "zed"] {
            let json = #"{"users": {"u1": {"username": "\#(name)", "bio": "\#(name)"}}}"#
            _ = try await store.owner.load(FirebaseArchive(reading: Data(json.utf8)))
        }
        #expect(try await store.guest.user(withUsername: "zed").id == zed)
        let imported = try await store.guest.user(withUsername: "aaa")
        #expect(imported.bio == "aaa")
        #expect(try await store.guest.users().count == 2)
    }

    /// Checks that data exported as arrays and data exported as objects produce the same store.
    @Test(arguments: Storage.allCases)
    func arraysWithHolesEqualObjects(_ storage: Storage) async throws {
        let first: JSON = ["username": "hansolo", "text": "One"]
        let second: JSON = ["username": "leia", "text": "Two"]
        let stores = [try TestWorld(storage), try TestWorld(storage)]
        let forms: [JSON] = [[nil, first, nil, second, nil], ["3": second, "1": first, "0": nil]]
        for (store, form) in zip(stores, forms) {
            let report = try await store.owner.load(archive(comments: form, likes: form))
            #expect(report.comments == ImportReport.Tally(entries: 2, imported: 2))
            #expect(report.likes == ImportReport.Tally(entries: 2, imported: 2))
        }
        let answers = try await stores[0].answers()
        #expect(answers.pages.first?.comments.map(\.text) == ["One", "Two"])
        #expect(try await stores[1].answers() == answers)
    }

    @Test func repeatedLikesCountOnce() async throws {
        let store = try TestWorld(.sqliteInMemory)
        let like: JSON = ["username": "leia"]
        let report = try await store.owner.load(archive(comments: nil, likes: [like, like]))
        #expect(report.likes == ImportReport.Tally(entries: 2, imported: 1, alreadyPresent: 1))
        #expect(try await store.answers().pages.map(\.post.likeCount) == [1])
    }

    @Test(arguments: Storage.allCases)
    func deletedPostsStayDeleted(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let post = try await store.guest.postID(matching: "-K25Fj8p2ArUMz3awt3T")
        let author = try await store.guest.post(post).author.id
        try await store.session(author).delete(post)
        let answers = try await store.answers()
        let report = try await store.owner.load(archive)
        #expect(report.posts == ImportReport.Tally(entries: 2, alreadyPresent: 2))
        #expect(report.rejections == [])
        #expect(try await store.answers() == answers)
        #expect(try store.blobs.all() == [BlobID(of: jpeg(2))])
    }

    @Test(arguments: Storage.allCases)
    func localUserKeepsTheirUsername(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let local = try store.makeUser("leia")
        try await store.owner.load(FirebaseArchive(galaxy))
        #expect(try await store.guest.user(withUsername: "leia").id == local)
        let imported = try await store.guest.profile(of: User.ID(firebase: "leia"))
        #expect(imported.user.username.hasPrefix("leia~"))
        #expect(imported.postCount == 1)
    }

    @Test func localChangesWin() async throws {
        let store = try TestWorld(.sqliteInMemory)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let (han, leia) = (User.ID(firebase: "han"), User.ID(firebase: "leia"))
        try await store.session(han)
            .updateProfile(
                ProfileUpdate(username: try Username("solo"), bio: .cleared)
            )
        try await store.session(han).unfollow(leia)
        let answers = try await store.answers()
        try await store.owner.load(archive)
        #expect(try await store.answers() == answers)
    }

    @Test func lowestUIDKeepsTheUsername() async throws {
        let store = try TestWorld(.sqliteInMemory)
        let twins = (0..<20).map { ("uid\($0 + 10)", ["username": "Luke"] as JSON) }
        let post: JSON = ["username": "luke", "image": "a"]
        try await store.owner.load(
            FirebaseArchive(
                [
                    "users": .object(twins.reversed()), "posts": ["-K25Fj8p2ArUMz3awt3T": post],
                    "images": ["a": picture()],
                ]
            )
        )
        let luke = try await store.guest.profile(of: User.ID(firebase: "uid10"))
        #expect(luke.user.username == "luke")
        #expect(luke.postCount == 1)
    }

    @Test func progressEndsAtTheTotal() async throws {
        let progress = ProgressRecorder()
        let report = try await TestWorld(.inMemory).owner
            .load(
                FirebaseArchive(galaxy),
                progress: { progress.record(done: $0, total: $1) }
            )
        let calls = progress.calls
        let total = report.posts.entries
        #expect(calls.last?.done == total)
        #expect(calls.map(\.done) == Array(1...total) + [total])
        #expect(calls.allSatisfy { $0.total == total })
        #expect(calls.map(\.done) == calls.map(\.done).sorted())
    }

    private func archive(comments: JSON, likes: JSON) throws -> FirebaseArchive {
        let post: JSON = [
            "username": "hansolo", "image": "a", "comments": comments, "likes": likes,
        ]
        return try FirebaseArchive(
            ["posts": ["-K25Fj8p2ArUMz3awt3T": post], "images": ["a": picture()]]
        )
    }
}
