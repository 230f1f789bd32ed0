import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Guests of a public server see only users with an account")
struct PublicReadingTests {
    private let world: TestWorld
    private let leia: User.ID
    private let imported: User.ID

    private var guest: Guest { world.guest }

    private init(_ storage: Storage) async throws {
        world = try TestWorld(storage)
        leia = try await world.user("leia")
        imported = try await world.person("imported")
    }

    init() async throws { try await self.init(.inMemory) }

    /// Posts with a tag and a place.
    private func post(by author: User.ID, _ number: Int) async throws -> PostView {
        world.clock.advance(by: 1)
        return try await world.session(author)
            .post(
                [TestPhotos.file(seed: number)],
                caption: "#suns \(number)",
                place: Place(name: "Here", coordinate: Coordinate(latitude: 1, longitude: 2))
            )
    }

    @Test("Pages skip other users' posts and lead to the end", arguments: Storage.allCases)
    func pages(storage: Storage) async throws {
        let test = try await PublicReadingTests(storage)
        let (guest, leia) = (test.guest, test.leia)
        var own: [PostView] = []
        for number in 1...40 {
            let author = number.isMultiple(of: 13) || number == 1 ? leia : test.imported
            let post = try await test.post(by: author, number)
            if author == leia { own.append(post) }
        }
        #expect(own.count == 4)
        let area = try SearchArea(of: Coordinate(latitude: 1, longitude: 2), radius: 10)
        let selections: [PostSelection] = [.all, .tagged(try Tag("suns")), .near(area), .by(leia)]
        for selection in selections {
            for limit in [1, 2, 3, 100] {
                var (posts, page) = (
                    [PostView](), try await guest.publicPage(of: selection, limit: limit)
                )
                while true {
                    #expect(page.posts.count <= limit)
                    posts += page.posts
                    guard let next = page.next else { break }
                    page = try await guest.publicPage(of: selection, before: next, limit: limit)
                    #expect(!page.posts.isEmpty || page.next == nil)
                }
                #expect(posts == own.reversed())
                var above: [PostView] = []
                while true {
                    let last = above.last?.id ?? Post.ID(.min)
                    let page = try await guest.publicPage(of: selection, above: last, limit: limit)
                    #expect(page.posts.count <= limit)
                    guard !page.posts.isEmpty else { break }
                    above += page.posts.reversed()
                }
                #expect(above == own)
            }
            let newer = try await guest.publicPage(of: selection, after: own[1].id)
            #expect(newer.posts == own.suffix(2).reversed())
        }
        await #expect(throws: TimelineError.userNotFound(test.imported.description)) {
            try await guest.publicPage(of: .by(test.imported))
        }
        let ids = try await guest.page(of: .everyone, limit: 100).posts.map(\.id)
        #expect(try await guest.publicItems(ids.map(\.pushID)) == own.reversed().map { .post($0) })
        // Comments are public like their authors and posts.
        let hers = try await test.world.session(leia).comment(on: own[0].id, "Public")
        let others = [
            try await test.world.session(test.imported).comment(on: own[0].id, "By the imported"),
            try await test.world.session(leia).comment(on: try #require(ids.first), "On theirs"),
        ]
        let comments = ([hers] + others).map(\.id.pushID)
        #expect(ids.first != own.last?.id)
        #expect(try await guest.publicItems(comments) == [.comment(hers)])
    }

    @Test("A page that skips very many posts has a cursor")
    func manyOthers() async throws {
        let first = try await post(by: leia, 1)
        for number in 2...100 { _ = try await post(by: imported, number) }
        let page = try await guest.publicPage(of: .all, limit: 1)
        #expect(page.posts.isEmpty && page.next != nil)
        var (cursor, posts) = (page.next, page.posts)
        while let before = cursor {
            let page = try await guest.publicPage(of: .all, before: before, limit: 1)
            (cursor, posts) = (page.next, posts + page.posts)
        }
        #expect(posts == [first])
    }

    @Test("Counts include only users with an account", arguments: Storage.allCases)
    func counts(storage: Storage) async throws {
        let test = try await PublicReadingTests(storage)
        let (world, guest) = (test.world, test.guest)
        let han = try await world.user("han")
        let remote = world.session(test.imported)
        let posts = [
            try await test.post(by: test.leia, 1), try await test.post(by: test.leia, 2),
            try await test.post(by: test.imported, 3), try await test.post(by: test.leia, 4),
        ]
        // The post with the most likes has none that count.
        _ = try await remote.like(posts[0].id)
        let hidden = try await remote.comment(on: posts[0].id, "Imported words")
        _ = try await world.session(han).like(posts[1].id)
        let shown = try await world.session(han).comment(on: posts[3].id, "Own words")
        _ = try await world.session(han).like(posts[2].id)
        let page = try await guest.publicPage(of: .all)
        #expect(page.posts.map(\.likeCount) == [0, 1, 0])
        #expect(page.posts.map(\.commentCount) == [1, 0, 0])
        let popular = try await guest.publicPopularPosts()
        #expect(popular.map(\.post.id) == [posts[3].id, posts[1].id])
        #expect(popular.map(\.popularity.points) == [2, 1])
        #expect(try await guest.publicPopularPosts(limit: 1).map(\.post.id) == [posts[3].id])
        world.clock.advance(by: 1)
        #expect(try await guest.publicPopularPosts(within: 0.5).isEmpty)
        #expect(try await guest.publicPopularPosts(within: 1).count == 1)

        #expect(try await guest.publicComment(shown.id) == shown)
        let own = try await world.session(han).comment(on: posts[2].id, "Own words there")
        for comment in [hidden, own] {
            await #expect(throws: TimelineError.commentNotFound(comment.id.description)) {
                try await guest.publicComment(comment.id)
            }
        }
    }

    @Test("Lists of users contain only those with an account", arguments: Storage.allCases)
    func users(storage: Storage) async throws {
        let test = try await PublicReadingTests(storage)
        let (world, guest, leia) = (test.world, test.guest, test.leia)
        var people = [test.imported]
        for number in 10..<40 { people.append(try await world.person("person\(number)")) }
        let han = try await world.user("zhan")
        for user in people + [han] {
            try await world.session(user).follow(leia)
            try await world.session(leia).follow(user)
        }
        let post = try await test.post(by: leia, 1)
        for user in [test.imported, han] { _ = try await world.session(user).like(post.id) }
        let queries: [(UserQuery.Scope, [User.ID])] = [
            (.everyone, [leia, han]), (.followers(of: leia), [han]), (.followed(by: leia), [han]),
            (.likers(of: post.id), [han]),
        ]
        for (scope, expected) in queries {
            for limit in [1, 2, 50] {
                var (users, after): ([User.ID], String?) = ([], nil)
                repeat {
                    let query = UserQuery(scope, after: after, limit: limit)
                    let page = try await guest.publicUsers(query)
                    #expect(page.users.count <= limit)
                    users += page.users.map(\.id)
                    after = page.next
                } while after != nil
                #expect(users == expected)
            }
        }
        #expect(try await guest.publicUsers(UserQuery(matching: "imp")).users.isEmpty)
        #expect(try await guest.publicUsers(UserQuery(matching: "ha")).users.map(\.id) == [han])
        await #expect(throws: TimelineError.userNotFound(test.imported.description)) {
            try await guest.publicUsers(UserQuery(.followers(of: test.imported)))
        }
        let other = try await test.post(by: test.imported, 2)
        await #expect(throws: TimelineError.postNotFound(other.id.description)) {
            try await guest.publicUsers(UserQuery(.likers(of: other.id)))
        }
        #expect(try await guest.publicProfile(of: leia).user.id == leia)
        await #expect(throws: TimelineError.userNotFound(test.imported.description)) {
            try await guest.publicProfile(of: test.imported)
        }
        let profiles = try await guest.publicProfiles(of: [han, test.imported, leia])
        #expect(profiles.map(\.user.id) == [han, leia])
    }

    @Test("The store's counts are those of users with an account, up to a minute old")
    func storeCounts() async throws {
        _ = try await post(by: imported, 1)
        _ = try await post(by: leia, 2)
        #expect(try await guest.storeCounts() == (1, 1))
        try await world.signUp("han")
        _ = try await post(by: leia, 3)
        #expect(try await guest.storeCounts() == (1, 1))
        world.clock.advance(by: 60)
        #expect(try await guest.storeCounts() == (2, 2))
    }
}
