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
        #expect(report.findings == [])
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

    /// Checks that everyone has keys, that everything that they say is signed and verifiable, and
    /// that the times are the original ones.
    @Test(arguments: Storage.allCases)
    func everythingIsSigned(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        try await store.owner.load(FirebaseArchive(galaxy))
        let users = try await store.guest.users().map(\.id)
        #expect(users.count == 5)
        let records = try store.repository.read { reader in
            let scopes = Set(users)
            return try reader.records(
                withIDs: Set(reader.recordHeads(inScopes: scopes).map(\.position.id))
            )
        }
        let kinds = Dictionary(grouping: records) { $0.content.kind }.mapValues(\.count)
        #expect(
            kinds == [
                .keyAdded: 5, .profileSet: 7, .followed: 3, .postSet: 2, .commentAdded: 3,
                .liked: 2,
            ]
        )
        var directory = KeyDirectory()
        for result in directory.verify(encoded: records.map(\.encoded)) {
            _ = try result.get()
        }
        let time = try #require(PushID("-K25Fj8p2ArUMz3awt3T")).milliseconds
        let posts = try await store.guest.page(of: .everyone).posts
        #expect(posts.first { $0.caption == "Falcon" }?.id.milliseconds == time)
    }

    /// Checks that an import that fails after some commits is completed by the next one, with the
    /// same people and records as if it had not failed.
    @Test(arguments: [1, 2, 3])
    func interruptedImportsFindTheSamePeople(rejections: Int) async throws {
        let archive = try FirebaseArchive([
            "users": [
                "han": ["username": "han", "follows": ["leia": true, "nobody": true]],
                "leia": ["username": "leia"],
            ],
            "posts": [
                "first": ["username": "han", "image": "a"],
                "-K25Fj8p2ArUMz3awt3T": [
                    "username": "leia", "image": "a", "likes": [["username": "han"]],
                    "comments": [["username": "greedo", "text": "Hello"], 5],
                ],
            ],
            "images": ["a": picture()],
        ])
        let undisturbed = try TestWorld(.inMemory)
        try await undisturbed.owner.load(archive)
        struct Interruption: Error {}
        let store = try TestWorld(.inMemory)
        let count = Lock(0)
        await #expect(throws: Interruption.self) {
            try await store.owner.load(
                archive,
                report: { _ in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    if number == rejections { throw Interruption() }
                }
            )
        }
        let people = try await store.guest.users().map(\.id)
        #expect(people.count == 2)
        try await store.owner.load(archive)
        #expect(try await store.answers() == undisturbed.answers())
        #expect(try await Set(store.guest.users().map(\.id)).isSuperset(of: people))
    }

    /// Checks that two stores that import the same archive contain different people and posts.
    @Test func twoStoresMakeDifferentPeople() async throws {
        let stores = [try TestWorld(.sqliteInMemory), try TestWorld(.sqliteInMemory, seed: 2)]
        for store in stores { try await store.owner.load(FirebaseArchive(galaxy)) }
        let (first, second) = (try await stores[0].guest.users(), try await stores[1].guest.users())
        #expect(first.map(\.username) == second.map(\.username))
        #expect(Set(first.map(\.id)).isDisjoint(with: second.map(\.id)))
        let posts = try await stores[0].guest.page(of: .everyone).posts
        let others = try await stores[1].guest.page(of: .everyone).posts
        #expect(posts.map(\.caption) == others.map(\.caption))
        #expect(posts.map(\.id.date) == others.map(\.id.date))
        #expect(Set(posts.map(\.id)).isDisjoint(with: others.map(\.id)))
    }

    /// Checks that an archive that was exported from a store changes nothing there.
    @Test(arguments: Storage.allCases)
    func ownExportsChangeNothing(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        try await store.owner.load(FirebaseArchive(galaxy))
        let answers = try await store.answers()
        let archive = try FirebaseArchive(reading: await store.owner.exportFirebase().json)
        let report = try await store.owner.load(archive)
        #expect(report.findings == [] && report.unlistedUsers == 0)
        #expect(report.posts.alreadyPresent == 2 && report.comments.alreadyPresent == 3)
        #expect(try await store.answers() == answers)
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
        #expect(report.media == ImportTally(entries: 2, imported: 2))
    }

    /// Checks that a dry run finds the entries that are present, and that a post by another author
    /// with the same ID is a different post.
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
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
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
            #expect(report.comments == ImportTally(entries: 2, imported: 2))
            #expect(report.likes == ImportTally(entries: 2, imported: 2))
        }
        let answers = try await stores[0].answers()
        #expect(answers.pages.first?.comments.map(\.text) == ["One", "Two"])
        #expect(try await stores[1].answers() == answers)
    }

    @Test func repeatedLikesCountOnce() async throws {
        let store = try TestWorld(.sqliteInMemory)
        let like: JSON = ["username": "leia"]
        let report = try await store.owner.load(archive(comments: nil, likes: [like, like]))
        #expect(report.likes == ImportTally(entries: 2, imported: 1, alreadyPresent: 1))
        #expect(try await store.answers().pages.map(\.post.likeCount) == [1])
    }

    @Test(arguments: Storage.allCases)
    func deletedPostsStayDeleted(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let posts = try await store.guest.page(of: .everyone).posts
        let post = try #require(posts.first { $0.caption == "Falcon" }).id
        let author = try await store.guest.post(post).author.id
        try await store.session(author).delete(post)
        let answers = try await store.answers()
        let report = try await store.owner.load(archive)
        #expect(report.posts == ImportTally(entries: 2, alreadyPresent: 2))
        #expect(report.findings == [])
        #expect(try await store.answers() == answers)
        #expect(try store.blobs.all() == [BlobID(of: jpeg(2))])
    }

    @Test(arguments: Storage.allCases)
    func localUserKeepsTheirUsername(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let local = try store.makeUser("leia")
        try await store.owner.load(FirebaseArchive(galaxy))
        #expect(try await store.guest.user(withUsername: "leia").id == local)
        let leia = try #require(
            try await store.guest.users().first { $0.username.hasPrefix("leia~") }
        )
        let imported = try await store.guest.profile(of: leia.id)
        #expect(imported.user.username.hasPrefix("leia~"))
        #expect(imported.postCount == 1)
    }

    @Test func localChangesWin() async throws {
        let store = try TestWorld(.sqliteInMemory)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let han = try await store.guest.user(withUsername: "hansolo").id
        let leia = try await store.guest.user(withUsername: "leia").id
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
        let first = try await store.guest.user(withUsername: "luke").id
        let identity = SourceIdentity(["firebase", "user", "uid10"])
        #expect(try store.repository.read { try $1.user(importedAs: identity) } == first)
        let luke = try await store.guest.profile(of: first)
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
