#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelinePostgres
import TimelineTestSupport
import TimelineTesting

/// Tests of the number of times that a page waits for the server.
@Suite(
    "Round trips of pages in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct RoundTripTests {
    /// The most round trips of a page whose session this process knows.
    private static let limit = 3

    @Test("A page takes at most three round trips")
    func pages() async throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        let world = try TestWorld(repository: repository, blobs: InMemoryBlobStore())
        let login = try await world.signUp("leia")
        let (leia, han) = (login.user.id, try await world.user("han"))
        let session = login.session
        try await session.follow(han)
        var posts: [Post.ID] = []
        for number in 0..<30 {
            let author = number.isMultiple(of: 2) ? leia : han
            let post = try await world.post(by: author, "a #moon over number \(number)")
            posts.append(post.id)
            if number.isMultiple(of: 3) {
                _ = try await session.comment(on: post.id, "the moon again \(number)")
                _ = try await world.session(han).like(post.id)
            }
        }
        let post = posts[6]
        let pages: [(String, () async throws -> Void)] = [
            ("home", { _ = try await session.home(limit: 20) }),
            ("post", { _ = try await session.postPage(post) }),
            ("profile", { _ = try await session.profilePage(of: han, limit: 20) }),
            ("explore", { _ = try await session.popularPosts(limit: 20) }),
            ("search", { _ = try await session.search("moon again", limit: 20) }),
            ("search for a prefix", { _ = try await session.search("moo*", limit: 20) }),
        ]
        for (name, page) in pages {
            // The first page tells the process who the session's user is.
            try await page()
            let before = repository.roundTrips
            try await page()
            let count = repository.roundTrips - before
            #expect(count <= Self.limit, "\(name) takes \(count) round trips")
        }
    }
}
#endif
