import Foundation
import HTTPTypes
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Lists, notifications and people of the Mastodon API")
struct MastodonListsTests {
    private let site: ServerWorld
    private let leia: Login
    private let han: Login
    private let app: TestApp

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        app = try await site.app(of: leia)
    }

    private func post(by login: Login) async throws -> Post.ID {
        site.world.clock.advance(by: 1)
        return try await login.session.post([PhotoFile(content: SamplePhotos.jpeg)]).id
    }

    private func ids(_ client: TestClient, _ path: String) async throws -> [String] {
        try await client.get(path, app.fields).expect(.ok).json.array.compactMap { $0["id"].text }
    }

    @Test("Notifications have both bounds, and disappear when they are dismissed")
    func notifications() async throws {
        let post = try await post(by: leia)
        for number in 0..<8 { _ = try await han.session.comment(on: post, "\(number)") }
        try await site.test { client in
            let path = "/api/v1/notifications"
            let all = try await ids(client, path)
            #expect(all.count == 8 && all == all.sorted(by: >))
            let range = "max_id=\(all[1])&limit=2"
            #expect(
                try await ids(client, "\(path)?min_id=\(all[6])&\(range)") == Array(all[4...5])
            )
            #expect(
                try await ids(client, "\(path)?since_id=\(all[6])&\(range)") == Array(all[2...3])
            )
            _ = try await client.get("\(path)/\(all[3])", app.fields).expect(.ok)
            _ = try await client.post("\(path)/\(all[3])/dismiss", app.fields).expect(.ok)
            _ = try await client.get("\(path)/\(all[3])", app.fields).expect(.notFound)
            _ = try await client.post("\(path)/\(all[3])/dismiss", app.fields).expect(.notFound)
            #expect(try await ids(client, path) == all.filter { $0 != all[3] })
        }
    }

    @Test(
        "Marked posts have bounds in the order of marking",
        arguments: ["favourites", "bookmarks"]
    )
    func marks(_ list: String) async throws {
        var posts: [Post.ID] = []
        for _ in 0..<6 { posts.append(try await post(by: han)) }
        let order = [3, 0, 5, 2, 4, 1].map { posts[$0] }
        for id in order {
            site.world.clock.advance(by: 1)
            try await leia.session.like(id)
            try await leia.session.bookmark(id)
        }
        try await site.test { client in
            let all = Array(order.map(\.description).reversed())
            let path = "/api/v1/\(list)"
            for (query, expected) in [
                ("", all[...]), ("since_id=\(all[2])", all[..<2]),
                ("since_id=\(all[4])&limit=2", all[..<2]), ("min_id=\(all[4])&limit=2", all[2...3]),
                ("max_id=\(all[1])&min_id=\(all[5])&limit=2", all[3...4]),
                ("max_id=\(all[1])&since_id=\(all[5])&limit=2", all[2...3]),
            ] {
                #expect(try await ids(client, "\(path)?\(query)") == Array(expected), "\(query)")
            }
            let next = try await client.get("\(path)?limit=2", app.fields).headers[named: "Link"]
            #expect(next?.contains("max_id=\(all[1])>") == true)
        }
    }

    @Test("Several posts and comments are found by their IDs", arguments: [false, true])
    func several(_ isGuest: Bool) async throws {
        let post = try await post(by: leia)
        let comment = try await han.session.comment(on: post, "Nice").id
        let site = try ServerWorld(world: site.world) { $0.isPublic = true }
        try await site.test { client in
            let ids = [comment.description, Post.ID(.max).description, "x", post.description]
            let path = "/api/v1/statuses?" + ids.map { "id[]=\($0)" }.joined(separator: "&")
            let found = try await client.get(path, isGuest ? [:] : app.fields).expect(.ok).json
            #expect(found.array.map { $0["id"].text } == [ids[0], ids[3]])
            #expect(found[0]["in_reply_to_account_id"].text == leia.user.id.description)
        }
    }

    @Test("A bookmark of a deleted post can be removed")
    func unbookmarking() async throws {
        let post = try await post(by: han)
        try await leia.session.bookmark(post)
        try await han.session.delete(post)
        let own = try await self.post(by: leia)
        let comment = try await leia.session.comment(on: own, "Nice").id
        try await site.test { client in
            let path = "/api/v1/statuses/\(post)/unbookmark"
            #expect(try await client.post(path, app.fields).expect(.ok).json.names.isEmpty)
            let registers = try site.world.repository.read {
                try $1.bookmarks(of: leia.user.id)
            }
            #expect(registers.map(\.isSet) == [false])
            for (id, status) in [
                (Post.ID(.max).description, HTTPResponse.Status.notFound),
                (comment.description, .unprocessableContent), (own.description, .ok),
            ] {
                _ = try await client.post("/api/v1/statuses/\(id)/unbookmark", app.fields)
                    .expect(status)
            }
        }
    }

    @Test("The address of a profile finds the person")
    func search() async throws {
        try await site.test { client in
            for (text, names) in [
                ("http://localhost/@han", ["han"]), ("http://localhost/@nobody", []),
                ("http://photos.example/@han", []), ("@han", ["han"]),
            ] {
                let path = "/api/v2/search?resolve=true&q=\(text)"
                let found = try await client.get(path, app.fields).expect(.ok).json
                #expect(found["accounts"].array.map { $0["username"].text } == names)
            }
        }
    }

    @Test("What cannot be kept about a person is refused")
    func people() async throws {
        try await site.test { client in
            let path = "/api/v1/accounts/\(han.user.id)"
            _ = try await client.post("\(path)/note", app.formFields, "comment=Nice")
                .expect(.notFound)
            let mute = try await client.post("\(path)/mute", app.formFields, "duration=3600")
                .expect(.unprocessableContent)
            #expect(try mute.json["error"].text == APIText.mutesLast)
            #expect(try await leia.session.mutedUsers().isEmpty)
            for body in ["duration=0", "notifications=true"] {
                let muted = try await client.post("\(path)/mute", app.formFields, body)
                    .expect(.ok).json
                #expect(muted["muting"].isTrue == true)
            }
        }
    }
}
