import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("The feed of a profile")
struct ProfileFeedTests {
    @Test("Guests of a public server find it, read it and see its photos")
    func publicly() async throws {
        let world = try await AppWorld { $0.isPublic = true }
        let name = ProfileUpdate(displayName: .set("Leia & <Co>"))
        _ = try await world.leia.session.updateProfile(name)
        let post = try await world.post(by: world.leia, "Two <b>suns</b>\nand sand")
        let page = String(buffer: try await world.call(.get, "/@leia").body)
        let link =
            "<link rel=\"alternate\" href=\"/@leia.atom\" type=\"application/atom+xml\" title=\"Posts by @leia\">"
        #expect(page.contains(link))
        let answer = try await world.call(.get, "/@LEIA.atom")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/atom+xml; charset=utf-8")
        let xml = String(buffer: answer.body)
        #expect(xml.contains("<title>Leia &amp; &lt;Co&gt; (@leia)</title>"))
        #expect(xml.contains("<id>urn:timeline:user:\(world.leia.user.id)</id>"))
        #expect(xml.contains("<link rel=\"self\" href=\"http://localhost/@leia.atom\"/>"))
        #expect(xml.contains("href=\"http://localhost/@leia\"/>"))
        #expect(xml.contains("<link rel=\"alternate\" href=\"http://localhost/post/\(post.id)\"/>"))
        #expect(xml.contains("Two &amp;lt;b&amp;gt;suns&amp;lt;/b&amp;gt;&lt;br&gt;and sand"))
        let picture = "http://localhost/media/\(post.photos[0].blob)/fit1080.jpg"
        #expect(xml.contains("&lt;img src=&quot;\(picture)&quot;"))
        #expect(try await world.file(at: picture).status == 200)
        let tag = try #require(answer.headers[.eTag])
        let again = try await world.call(.get, "/@leia.atom", [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.body.readableBytes == 0)
        _ = try await world.post(by: world.leia)
        #expect(try await world.call(.get, "/@leia.atom", [.ifNoneMatch: tag]).status == 200)
        #expect(try await world.call(.get, "/@nobody.atom").status == 404)
    }

    @Test("On a private server it needs a login, and a block hides its posts")
    func privately() async throws {
        let world = try await AppWorld()
        let post = try await world.post(by: world.leia, "Two suns")
        let guest = try await world.call(.get, "/@leia.atom")
        #expect(guest.status == 303 && guest.body.readableBytes == 0)
        let token = try await world.token(of: world.leia)
        let app: HTTPFields = [.authorization: "Bearer \(token)"]
        #expect(try await world.call(.get, "/@leia.atom", app).status == 303)
        let cookie = world.site.cookie(of: world.han)
        let answer = try await world.call(.get, "/@leia.atom", cookie)
        let xml = String(buffer: answer.body)
        #expect(answer.status == 200 && xml.contains("Two suns"))
        let picture = "/photo/\(post.photos[0].blob)/fit1080"
        #expect(xml.contains("http://localhost\(picture)&quot;"))
        #expect(try await world.call(.get, picture, cookie).status == 200)
        _ = try await world.leia.session.block(world.han.user.id)
        let blocked = try await world.call(.get, "/@leia.atom", cookie)
        #expect(!String(buffer: blocked.body).contains("Two suns"))
    }

    @Test("A user whose name ends like the address of a feed keeps their profile page")
    func names() async throws {
        let world = try await AppWorld()
        _ = try await world.site.world.signUp("leia.atom")
        _ = try await world.post(by: world.leia, "Two suns")
        let cookie = world.site.cookie(of: world.han)
        let page = try await world.call(.get, "/@leia.atom", cookie)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        let feed = try await world.call(.get, "/@leia.atom.atom", cookie)
        #expect(feed.headers[.contentType] == "application/atom+xml; charset=utf-8")
    }
}
