import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("The home and activity pages over HTTP")
struct HomeRouteTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let post: PostView

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        post = try await site.world.post(by: leia.user.id, "Two suns")
    }

    private func page(_ path: String, of login: Login) async throws -> String {
        let text = Lock("")
        try await site.test { client in
            let response = try await client.get(path, site.cookie(of: login))
            #expect(response.status == .ok)
            text.withLock { $0 = String(buffer: response.body) }
        }
        return text.withLock { $0 }
    }

    @Test("The home page marks its posts as read and shows the two newest comments on each")
    func home() async throws {
        for number in 1...3 { _ = try await leia.session.comment(on: post.id, "Words \(number)") }
        #expect(try await leia.session.newPosts().posts.map(\.id) == [post.id])
        let html = try await page("/", of: leia)
        #expect(html.contains("Two suns"))
        #expect(!html.contains("Words 1"))
        #expect(html.contains("Words 2") && html.contains("Words 3"))
        #expect(try await leia.session.newPosts().posts.isEmpty)
    }

    @Test("The end of the home timeline states the number of its posts")
    func end() async throws {
        try await leia.session.follow(han.user.id)
        try await site.world.post(by: han.user.id)
        #expect(try await page("/", of: leia).contains("That is everything.</b> 2 posts, back to"))
    }

    @Test("A plus sign and a space are told apart in a search")
    func plus() async throws {
        #expect(try await page("/search?q=C%2B%2B+one", of: leia).contains("value=\"C++ one\""))
    }

    @Test("The line that marks the read position is between new and read posts")
    func marker() async throws {
        _ = try await page("/", of: leia)
        let newer = try await site.world.post(by: leia.user.id)
        let html = try await page("/", of: leia)
        let places = try ["post-\(newer.id)", "left-off", "post-\(post.id)"]
            .map { try #require(html.range(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(try await !page("/", of: leia).contains("left-off"))
    }

    @Test("An invalid cursor leads to an error page with the user's links")
    func cursor() async throws {
        try await site.test { client in
            let response = try await client.get("/?before=x", site.cookie(of: leia))
            #expect(response.status == .unprocessableContent)
            #expect(String(buffer: response.body).contains("href=\"/@leia\""))
            var fields = site.cookie(of: leia)
            fields[.accept] = "application/json"
            let report = try await client.get("/?before=x", fields)
            #expect(String(buffer: report.body).contains("\"code\""))
        }
    }

    @Test("New activity is reserved on every page until it has been seen")
    func activity() async throws {
        #expect(try await !page("/explore", of: leia).contains("class=\"dot\""))
        site.world.clock.advance(by: 1)
        try await han.session.like(post.id)
        _ = try await han.session.comment(on: post.id, "Hello @leia")
        try await han.session.follow(leia.user.id)
        for path in ["/", "/explore"] {
            #expect(try await page(path, of: leia).contains("class=\"dot\""))
        }
        let html = try await page("/activity", of: leia)
        #expect(html.contains("Hello @leia"))
        #expect(html.components(separatedBy: "class=\"event unread\"").count == 4)
        #expect(html.contains("action=\"/@han/follow\""))
        for path in ["/", "/explore", "/activity"] {
            #expect(try await !page(path, of: leia).contains("class=\"dot\""))
        }
        #expect(try await !page("/activity", of: leia).contains("class=\"event unread\""))
    }

    @Test("Activity is split into pages, and an invalid cursor is rejected")
    func activityPages() async throws {
        for number in 1...60 {
            site.world.clock.advance(by: 1)
            _ = try await han.session.comment(on: post.id, "Words \(number).")
        }
        let first = try await page("/activity", of: leia)
        #expect(first.contains("Words 60.") && !first.contains("Words 10."))
        let link = try #require(first.firstMatch(of: /href="(\/activity\?before=[^"]+)"/)?.1)
        let second = try await page(String(link).replacing("&amp;", with: "&"), of: leia)
        #expect(second.contains("Words 10.") && !second.contains("Words 11."))
        try await site.test { client in
            let response = try await client.get("/activity?before=x", site.cookie(of: leia))
            #expect(response.status == .unprocessableContent)
        }
    }

    @Test("A separate page lists the users that like a post")
    func likes() async throws {
        try await han.session.like(post.id)
        let html = try await page("/post/\(post.id)/likes", of: leia)
        #expect(html.contains("@han") || html.contains("href=\"/@han\""))
        let after = try await page("/post/\(post.id)/likes?after=han", of: leia)
        #expect(!after.contains("href=\"/@han\""))
    }
}
