import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: public pages")
struct PublicTests {
    private let site: ServerWorld
    private let leia: Login
    private let own: PostView
    private let imported: PostView

    init() async throws {
        site = try ServerWorld { $0.isPublic = true }
        leia = try await site.world.signUp("leia")
        own = try await leia.session.post([PhotoFile(content: SamplePhotos.jpeg)])
        let user = try await site.world.person("imported")
        imported = try await site.world.session(user)
            .post([PhotoFile(content: SamplePhotos.png)])
        _ = try await site.world.session(user).comment(on: own.id, "Imported words")
    }

    @Test("Guests can see the posts, profiles and photos of users with an account")
    func accounts() async throws {
        try await site.test { client in
            for path in ["/@leia", "/post/\(own.id)", "/photo/\(own.photos[0].blob)/square320"] {
                let response = try await client.get(path)
                #expect(response.status == .ok)
            }
        }
        let page = try await site.world.guest.publicPostPage(own.id)
        #expect(page.comments.isEmpty)
        try await site.test { client in
            let page = try await client.get("/post/\(own.id)")
            #expect(!String(buffer: page.body).contains("Imported words"))
            #expect(!String(buffer: page.body).contains("@imported"))
        }
    }

    @Test("Guests' counts include only the comments and likes of users with an account")
    func counts() async throws {
        let guest = site.world.guest
        let imported = try #require(await leia.session.postPage(own.id).comments.first?.author)
        _ = try await site.world.session(imported.id).like(own.id)
        for count in [0, 1] {
            let page = try await guest.publicPostPage(own.id)
            let profile = try await guest.publicProfilePage(of: "leia")
            for post in [page.post] + profile.posts.posts {
                #expect(post.commentCount == count && post.likeCount == count)
            }
            _ = try await leia.session.comment(on: own.id, "Own words")
            _ = try await leia.session.like(own.id)
        }
    }

    @Test("A browser with an ended session sees what guests see")
    func endedSession() async throws {
        try await leia.session.logOut()
        try await site.test { client in
            let shown = "/photo/\(own.photos[0].blob)/square320"
            let first = try await client.get(shown, site.cookie(of: leia))
            #expect(first.status == .ok)
            let hidden = "/photo/\(imported.photos[0].blob)/square320"
            let second = try await client.get(hidden, site.cookie(of: leia))
            #expect(second.status == .notFound)
        }
    }

    @Test("Guests can see no imported content and no other pages")
    func others() async throws {
        try await site.test { client in
            for path in [
                "/@imported", "/post/\(imported.id)", "/photo/\(imported.photos[0].blob)/square320",
            ] {
                let response = try await client.get(path)
                #expect(response.status == .notFound)
            }
            for path in ["/", "/explore/everyone", "/search?q=x", "/@leia/followers"] {
                let response = try await client.get(path)
                #expect(response.status == .seeOther)
            }
            for file in ["copy", "original"] {
                let response = try await client.get("/photo/\(own.photos[0].blob)/\(file)")
                #expect(response.status == .seeOther)
            }
        }
    }
}
