import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: access")
struct AccessTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let post: PostView

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        post = try await site.world.post(by: leia.user.id, "Two suns #tatooine")
    }

    private static let pages = [
        "", "explore", "explore/everyone", "explore/near", "explore/tags", "tag/tatooine",
        "search?q=suns", "@leia", "@leia.atom", "@leia/followers", "@leia/following", "post/:post",
        "post/:post/likes", "post/:post/comments", "post/:post/edit", "post/:post/delete", "new",
        "settings", "settings/profile", "settings/delete", "activity", "bookmarks", "likes",
    ]

    private func path(_ page: String) -> String {
        "/" + page.replacing(":post", with: post.id.description)
    }

    @Test("For guests, every page redirects to the login page", arguments: pages)
    func guest(page: String) async throws {
        try await site.test { client in
            let response = try await client.get(path(page))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location]?.hasPrefix("/login?next=") == true)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("A session that has ended gives access to nothing", arguments: pages)
    func endedSession(page: String) async throws {
        try await leia.session.logOut()
        try await site.test { client in
            let response = try await client.get(path(page), site.cookie(of: leia))
            #expect(response.status == .seeOther)
        }
    }

    @Test("Live updates respond without content to guests and after the session has ended")
    func liveUpdates() async throws {
        try await leia.session.logOut()
        try await site.test { client in
            for fields in [[:], site.cookie(of: leia)] as [HTTPFields] {
                let response = try await client.get("/live", fields)
                #expect(response.status == .noContent)
                #expect(response.body.readableBytes == 0)
            }
        }
    }

    @Test("The cookie of a session that has ended is deleted on the login page")
    func endedCookie() async throws {
        try await leia.session.logOut()
        try await site.test { client in
            let page = try await client.get("/login", site.cookie(of: leia))
            let cookies = page.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("timeline-8080=; Path=/; Max-Age=0;") })
            let form = try await client.post("/post/\(post.id)/like", site.formFields(of: leia))
            #expect(form.status == .forbidden)
        }
    }

    @Test("After a session has ended, the script can open the login page, which says so")
    func endedSessionOfScript() async throws {
        try await leia.session.logOut()
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[.accept] = "application/json"
            let response = try await client.post("/post/\(post.id)/like", fields)
            #expect(response.status == .unauthorized)
            #expect(String(buffer: response.body).contains("\"code\":\"not-logged-in\""))
            let cookies = response.headers[values: .setCookie]
            #expect(!cookies.contains { $0.hasPrefix("timeline-8080=") })
            fields[.cookie] = nil
            let guest = try await client.post("/post/\(post.id)/like", fields)
            #expect(guest.status == .forbidden)
        }
    }

    @Test("A guest's script receives an error instead of a page")
    func json() async throws {
        try await site.test { client in
            let response = try await client.get("/", [.accept: "application/json"])
            #expect(response.status == .unauthorized)
            #expect(response.headers[.contentType] == "application/json")
            #expect(String(buffer: response.body).contains("\"code\":\"not-logged-in\""))
        }
    }

    @Test(
        "Another user's post cannot be changed",
        arguments: ["post/:post/edit", "post/:post/delete"]
    )
    func othersPost(form: String) async throws {
        try await site.test { client in
            let response = try await client.post(path(form), site.formFields(of: han), "caption=x")
            #expect(response.status == .forbidden)
            let page = try await client.get(path(form), site.cookie(of: han))
            #expect(page.status == .forbidden)
            #expect(try await leia.session.post(post.id) == post)
        }
    }

    @Test("Another user's session cannot be ended")
    func othersSession() async throws {
        let id = leia.session.id.map { $0.bytes.map { String(format: "%02x", $0) }.joined() }
        try await site.test { client in
            let body = "session=\(id ?? "")"
            let response = try await client.post(
                "/settings/sessions",
                site.formFields(of: han),
                body
            )
            #expect(response.status == .badRequest)
            #expect(try await leia.session.sessions().count == 1)
        }
    }

    @Test("A request with another host's name is rejected", arguments: pages + ["login"])
    func rebinding(page: String) async throws {
        for host in ["evil.example", "localhost.evil.example:8080", nil] {
            let head = HTTPRequest(
                method: .get,
                scheme: "http",
                authority: host,
                path: path(page),
                headerFields: site.cookie(of: leia)
            )
            #expect(try await site.status(of: head) == .misdirectedRequest)
        }
    }

    @Test("Sign-up is open on loopback, and elsewhere only if it is turned on")
    func signUp() async throws {
        try await site.test { client in
            let response = try await client.get("/signup")
            #expect(response.status == .ok)
        }
        let reachable = try ServerWorld(world: site.world) { $0.host = "0.0.0.0" }
        try await reachable.test { client in
            let response = try await client.get("/signup")
            #expect(response.status == .forbidden)
            let form = "email=x%40example.org&password=correct+horse+battery&username=lando"
            let sent = try await client.post("/signup", reachable.formFields(of: leia), form)
            #expect(sent.status == .forbidden)
            #expect(!String(buffer: sent.body).contains("name=\"password\""))
        }
        let open = try ServerWorld { settings in
            settings.host = "0.0.0.0"
            settings.opensSignUp = true
        }
        try await open.test { client in
            let response = try await client.get("/signup")
            #expect(response.status == .ok)
        }
    }
}
