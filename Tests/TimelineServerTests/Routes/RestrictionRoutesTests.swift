import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Muting and blocking over HTTP")
struct RestrictionRoutesTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let post: PostView

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        post = try await site.world.post(by: han.user.id, "Two suns")
        try await leia.session.follow(han.user.id)
    }

    private func send(_ action: String, by login: Login, to client: TestClient) async throws {
        let response = try await client.post(
            "/@han/" + action,
            site.formFields(of: login),
            "next=/"
        )
        #expect(response.status == .seeOther, "\(action)")
    }

    /// Returns the page of the post.
    private func page(for login: Login, _ client: TestClient) async throws -> String {
        let response = try await client.get("/post/\(post.id)", site.cookie(of: login))
        return String(buffer: response.body)
    }

    @Test("The menu of a post mutes its author for one viewer, and ends it")
    func muting() async throws {
        try await site.test { client in
            #expect(try await page(for: leia, client).contains("action=\"/@han/mute\""))
            try await send("mute", by: leia, to: client)
            let home = try await client.get("/", site.cookie(of: leia))
            #expect(!String(buffer: home.body).contains("Two suns"))
            #expect(try await leia.session.mutedUsers().map(\.username) == ["han"])
            #expect(try await han.session.timeline().posts.map(\.id) == [post.id])
            #expect(try await leia.session.profile(of: han.user.id).followedByViewer)
            #expect(try await page(for: leia, client).contains("action=\"/@han/unmute\""))
            try await send("unmute", by: leia, to: client)
            #expect(try await leia.session.timeline().posts.map(\.id) == [post.id])
        }
    }

    @Test("The next page confirms it once, wherever it is")
    func confirmations() async throws {
        try await site.test { client in
            for (action, next, location) in [
                ("mute", "/", "/?done=muted"), ("unmute", "/?done=muted", "/?done=unmuted"),
                ("block", "/?before=a", "/?before=a&done=blocked"),
                ("unblock", "/?done=blocked&before=a", "/?before=a&done=unblocked"),
            ] {
                let body = "next=" + next.replacing("&", with: "%26")
                let fields = site.formFields(of: leia)
                let response = try await client.post("/@han/" + action, fields, body)
                #expect(response.headers[.location] == location)
            }
            let page = try await client.get("/@han?done=muted", site.cookie(of: leia))
            let text = String(buffer: page.body)
            #expect(text.contains("<span>You muted this user. Your feed"))
            #expect(text.contains("value=\"/@han\""))
            #expect(!text.contains("value=\"/@han?done"))
            var elsewhere = site.cookie(of: leia)
            elsewhere[.init("Sec-Fetch-Site")!] = "cross-site"  // A constant name.
            let linked = try await client.get("/@han?done=muted", elsewhere)
            #expect(!String(buffer: linked.body).contains("class=\"toast\""))
            let other = try await client.get("/@han?done=nonsense", site.cookie(of: leia))
            #expect(!String(buffer: other.body).contains("class=\"toast\""))
        }
    }

    /// Returns the text of a page.
    private func text(
        _ path: String,
        for login: Login,
        _ client: TestClient
    ) async throws -> String {
        String(buffer: try await client.get(path, site.cookie(of: login)).body)
    }

    @Test("The menu of a post blocks its author, and leads to the profile, which unblocks")
    func blocking() async throws {
        try await site.test { client in
            #expect(try await page(for: leia, client).contains("action=\"/@han/block\""))
            let chewie = try await site.world.signUp("chewie")
            try await chewie.session.follow(han.user.id)
            try await han.session.follow(chewie.user.id)
            let blocked = try await client.post(
                "/@han/block",
                site.formFields(of: leia),
                "next=/post/\(post.id)"
            )
            #expect(blocked.headers[.location] == "/@han?done=blocked")
            #expect(try await leia.session.blockedUsers().map(\.id) == [han.user.id])
            let post = try await client.get("/post/\(post.id)", site.cookie(of: leia))
            #expect(post.status == .notFound)
            for path in ["/", "/explore", "/search?q=suns", "/@leia/following"] {
                #expect(try await !text(path, for: leia, client).contains("/@han"), "\(path)")
            }
            let profile = try await text("/@han", for: leia, client)
            #expect(profile.contains("You have blocked @han."))
            #expect(profile.contains("action=\"/@han/unblock\""))
            #expect(!profile.contains("/@han/follow\"") && !profile.contains("/post/"))
            for list in ["followers", "following"] {
                let people = try await text("/@han/\(list)", for: leia, client)
                #expect(people.contains("You have blocked @han.") && !people.contains("/@chewie"))
            }
            try await send("unblock", by: leia, to: client)
            #expect(try await leia.session.blockedUsers().isEmpty)
            #expect(try await text("/@han", for: leia, client).contains("/post/\(self.post.id)"))
        }
    }

    @Test("Whoever is blocked is told so, with status 403")
    func blocked() async throws {
        let own = try await site.world.post(by: leia.user.id, "Alderaan", seed: 2)
        try await han.session.follow(leia.user.id)
        try await leia.session.block(han.user.id)
        try await site.test { client in
            let profile = try await text("/@leia", for: han, client)
            #expect(profile.contains("@leia has blocked you."))
            #expect(!profile.contains("/post/") && !profile.contains("/@leia/follow\""))
            let page = try await client.get("/post/\(own.id)", site.cookie(of: han))
            #expect(page.status == .notFound)
            for path in ["/", "/explore", "/search?q=alderaan", "/@han/following"] {
                #expect(try await !text(path, for: han, client).contains("/@leia\""), "\(path)")
            }
            for (login, sentence, path, body) in [
                (han, "@leia has blocked you.", "/post/\(own.id)/comments", "text=hello"),
                (han, "@leia has blocked you.", "/post/\(own.id)/like", ""),
                (han, "@leia has blocked you.", "/@leia/follow", ""),
                (han, "@leia has blocked you.", "/post/\(post.id)/comments", "text=@leia"),
                (leia, "You have blocked @han", "/post/\(post.id)/comments", "text=hello"),
                (leia, "You have blocked @han", "/post/\(post.id)/like", ""),
                (leia, "You have blocked @han", "/@han/follow", ""),
                (leia, "You have blocked @han", "/post/\(own.id)/comments", "text=@han"),
            ] {
                var fields = site.formFields(of: login)
                fields[.accept] = "application/json"
                let response = try await client.post(path, fields, body)
                #expect(response.status == .forbidden, "\(path)")
                #expect(String(buffer: response.body).contains(sentence), "\(path)")
            }
        }
    }

    @Test("The menu of a profile and the settings end both")
    func profile() async throws {
        try await site.test { client in
            func text(_ path: String) async throws -> String {
                String(buffer: try await client.get(path, site.cookie(of: leia)).body)
            }
            #expect(try await text("/@han").contains("action=\"/@han/mute\""))
            #expect(try await !text("/@leia").contains("/@leia/mute"))
            #expect(try await !text("/settings").contains("/@han/unmute"))
            try await send("mute", by: leia, to: client)
            try await send("block", by: leia, to: client)
            for path in ["/@han", "/settings"] {
                let page = try await text(path)
                #expect(page.contains("action=\"/@han/unmute\""), "\(path)")
                #expect(page.contains("action=\"/@han/unblock\""), "\(path)")
            }
        }
    }

    @Test("Authors cannot mute or block themselves")
    func own() async throws {
        try await site.test { client in
            let page = try await page(for: han, client)
            #expect(!page.contains("/@han/mute") && !page.contains("/@han/block"))
            try await send("block", by: han, to: client)
            try await send("mute", by: han, to: client)
            #expect(try await han.session.blockedUsers().isEmpty)
            #expect(try await han.session.timeline().posts.map(\.id) == [post.id])
        }
    }
}
