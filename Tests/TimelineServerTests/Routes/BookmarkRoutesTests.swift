import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Bookmarks and liked posts over HTTP")
struct BookmarkRoutesTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let posts: [PostView]

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        var posts: [PostView] = []
        for _ in 0..<2 {
            site.world.clock.advance(by: 1)
            posts.append(try await site.world.post(by: leia.user.id))
        }
        self.posts = posts
        site.world.clock.advance(by: 1)
    }

    /// Returns the IDs of the posts on a page, in its order.
    private func ids(_ body: ByteBuffer) -> [String] {
        String(buffer: body).matches(of: #/data-post="([^"]+)"/#).map { String($0.1) }
    }

    @Test("The forms add and remove a bookmark, and return to their page")
    func forms() async throws {
        let id = posts[0].id
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let added = try await client.post("/post/\(id)/bookmark", fields, "next=/")
            #expect(added.status == .seeOther && added.headers[.location] == "/")
            #expect(try await leia.session.bookmarks().posts.map(\.id) == [id])
            let home = try await client.get("/", site.cookie(of: leia))
            #expect(
                String(buffer: home.body).contains("/post/\(id)/unbookmark\" aria-pressed=\"true\"")
            )
            #expect(String(buffer: home.body).contains("/post/\(posts[1].id)/bookmark\""))
            let page = try await client.get("/post/\(id)", site.cookie(of: leia))
            #expect(String(buffer: page.body).contains("/post/\(id)/unbookmark\""))
            // Without a page to return to, it opens the post or the other bookmarks.
            let again = try await client.post("/post/\(id)/bookmark", fields)
            #expect(again.headers[.location] == "/post/\(id)")
            let removed = try await client.post("/post/\(id)/unbookmark", fields)
            #expect(removed.status == .seeOther && removed.headers[.location] == "/bookmarks")
            #expect(try await leia.session.bookmarks().posts.isEmpty)
        }
    }

    @Test("The script receives JSON, and an error for a post that does not exist")
    func script() async throws {
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[.accept] = "application/json"
            for action in ["bookmark", "unbookmark"] {
                let response = try await client.post("/post/\(posts[0].id)/\(action)", fields)
                #expect(response.status == .ok && String(buffer: response.body) == "{}")
                let missing = try await client.post("/post/\(Post.ID(.max))/\(action)", fields)
                #expect(missing.status == .notFound)
                #expect(String(buffer: missing.body).contains("post-not-found"))
            }
        }
    }

    @Test("The pages list the viewer's own bookmarks and likes, the newest first")
    func pages() async throws {
        for post in posts.reversed() {
            site.world.clock.advance(by: 1)
            try await leia.session.bookmark(post.id)
            try await leia.session.like(post.id)
        }
        try await site.test { client in
            for path in ["/bookmarks", "/likes"] {
                let page = try await client.get(path, site.cookie(of: leia))
                #expect(page.status == .ok)
                #expect(ids(page.body) == posts.map(\.id.description))
                let rest = try await client.get(
                    "\(path)?before=\(posts[0].id)",
                    site.cookie(of: leia)
                )
                #expect(ids(rest.body) == [posts[1].id.description])
                let other = try await client.get(path, site.cookie(of: han))
                #expect(other.status == .ok && ids(other.body).isEmpty)
                let wrong = try await client.get("\(path)?before=x", site.cookie(of: leia))
                #expect(wrong.status.kind == .clientError)
            }
        }
    }
}
