import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineArchive

@Suite struct LoadTests {
    @Test(arguments: Storage.allCases)
    func everythingArrives(_ storage: Storage) async throws {
        let store = try TestWorld.in2020(storage)
        let report = try await store.owner.load(FirebaseArchive(galaxy))
        report.expectComplete()
        #expect(report.refusals == [])
        #expect(report.users.taken == 4)
        #expect(report.fields.taken == 2)
        #expect(report.follows.taken == 3)
        #expect(report.posts.taken == 2)
        #expect(report.comments.taken == 3)
        #expect(report.likes.taken == 2)
        #expect(report.derivedUsers == 1)
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
    func loadingAgainChangesNothing(_ storage: Storage) async throws {
        let store = try TestWorld.in2020(storage)
        _ = try store.makeUser("leia")
        let first = try await store.owner.load(FirebaseArchive(galaxy))
        let answers = try await store.answers()
        let second = try await store.owner.load(FirebaseArchive(galaxy))
        #expect(first == second)
        #expect(try await store.answers() == answers)
    }

    /// A user who came under one name cannot come again under a name that is held here.
    @Test(arguments: Storage.allCases)
    func anImportCannotRenameItselfIntoAName(_ storage: Storage) async throws {
        let store = try TestWorld.in2020(storage)
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

    /// The same data exported as arrays and as dictionaries gives the same store.
    @Test(arguments: Storage.allCases)
    func arraysWithHolesAreDictionaries(_ storage: Storage) async throws {
        let first: JSON = ["username": "hansolo", "text": "One"]
        let second: JSON = ["username": "leia", "text": "Two"]
        let stores = [try TestWorld.in2020(storage), try TestWorld.in2020(storage)]
        let forms: [JSON] = [[nil, first, nil, second, nil], ["3": second, "1": first, "0": nil]]
        for (store, form) in zip(stores, forms) {
            let report = try await store.owner.load(archive(comments: form, likes: form))
            #expect(report.comments == ImportReport.Tally(inArchive: 2, taken: 2))
            #expect(report.likes == ImportReport.Tally(inArchive: 2, taken: 2))
        }
        let answers = try await stores[0].answers()
        #expect(answers.pages.first?.comments.map(\.text) == ["One", "Two"])
        #expect(try await stores[1].answers() == answers)
    }

    @Test func severalLikesOfOneUserAreOne() async throws {
        let store = try TestWorld.in2020(.sqliteInMemory)
        let like: JSON = ["username": "leia"]
        let report = try await store.owner.load(archive(comments: nil, likes: [like, like]))
        #expect(report.likes == ImportReport.Tally(inArchive: 2, taken: 2))
        #expect(try await store.answers().pages.map(\.post.likeCount) == [1])
    }

    @Test(arguments: Storage.allCases)
    func deletedPostsStayDeleted(_ storage: Storage) async throws {
        let store = try TestWorld.in2020(storage)
        let archive = try FirebaseArchive(galaxy)
        try await store.owner.load(archive)
        let post = try await store.guest.postID(matching: "-K25Fj8p2ArUMz3awt3T")
        let author = try await store.guest.post(post).author.id
        try await store.session(author).delete(post)
        let answers = try await store.answers()
        let report = try await store.owner.load(archive)
        #expect(report.posts == ImportReport.Tally(inArchive: 2, taken: 2))
        #expect(report.refusals == [])
        #expect(try await store.answers() == answers)
        #expect(try store.blobs.all() == [BlobID(of: jpeg(2))])
    }

    @Test(arguments: Storage.allCases)
    func theLocalUserKeepsTheName(_ storage: Storage) async throws {
        let store = try TestWorld.in2020(storage)
        let local = try store.makeUser("leia")
        try await store.owner.load(FirebaseArchive(galaxy))
        #expect(try await store.guest.user(withUsername: "leia").id == local)
        let imported = try await store.guest.profile(of: User.ID(firebase: "leia"))
        #expect(imported.user.username.hasPrefix("leia~"))
        #expect(imported.postCount == 1)
    }

    @Test func whatWasSetHereStays() async throws {
        let store = try TestWorld.in2020(.sqliteInMemory)
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

    @Test func theLowestUIDHasTheName() async throws {
        let store = try TestWorld.in2020(.sqliteInMemory)
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
        let seen = Seen()
        let report = try await TestWorld.in2020(.inMemory).owner
            .load(FirebaseArchive(galaxy)) { done, total in seen.add(done, total) }
        let steps = seen.steps
        #expect(steps.last?.done == report.total)
        #expect(steps.allSatisfy { $0.total == report.total })
        #expect(steps.map(\.done) == steps.map(\.done).sorted())
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
