import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOEmbedded
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("The Mastodon API")
struct MastodonTests {
    private let site: ServerWorld
    private let leia: Login
    private let app: TestApp

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        app = try await site.app(of: leia)
    }

    private func upload(_ client: TestClient, _ alt: String = "Two suns") async throws -> JSON {
        try await client
            .post(
                "/api/v2/media",
                app.fields,
                MultipartBody().field("description", alt)
                    .file("file", "a.jpg", SamplePhotos.jpeg)
            )
            .expect(.ok).json
    }

    private func post(_ client: TestClient, _ text: String) async throws -> JSON {
        let photo = try await upload(client)
        let body = "status=\(text)&media_ids[]=\(photo["id"].text ?? "")"
        return try await client.post("/api/v1/statuses", app.formFields, body).expect(.ok).json
    }

    @Test("A photo is uploaded, then posted, and the status states everything that clients need")
    func posting() async throws {
        try await site.test { client in
            let status = try await post(client, "Sunset+%23tatooine+@leia+https://x.example/a.")
            let id = try #require(status["id"].text)
            #expect(Post.ID(id) != nil)
            let content = status["content"].text ?? ""
            #expect(
                content.contains(#"class="mention hashtag" href="http://localhost/tag/tatooine""#)
            )
            #expect(content.contains(#"href="http://localhost/@leia""#))
            #expect(content.contains(#"href="https://x.example/a""#))
            #expect(status["tags"][0]["name"].text == "tatooine")
            #expect(status["mentions"][0]["id"].text == leia.user.id.description)
            #expect(status["visibility"].text == "private")
            let photo = status["media_attachments"][0]
            #expect(photo["type"].text == "image" && photo["description"].text == "Two suns")
            #expect(photo["meta"]["original"]["width"].number != nil)
            let date = status["created_at"].text ?? ""
            #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let account = status["account"]
            for name in ["avatar", "avatar_static", "header", "header_static", "url"] {
                #expect(URL(string: account[name].text ?? "")?.scheme == "http")
            }
            #expect(account["statuses_count"].number == 1)
            let home = try await client.get("/api/v1/timelines/home", app.fields).expect(.ok).json
            #expect(home[0]["id"].text == id)
        }
    }

    @Test("Three encodings of a request are the same", arguments: ["form", "json", "multipart"])
    func encodings(_ encoding: String) async throws {
        try await site.test { client in
            let ids = [try await upload(client), try await upload(client)]
                .map { $0["id"].text ?? "" }
            let response: TestResponse
            var fields = app.formFields
            switch encoding {
            case "form":
                let body = "status=Hi&media_ids[]=\(ids[0])&media_ids[]=\(ids[1])&sensitive=0"
                response = try await client.post("/api/v1/statuses", fields, body)
            case "json":
                fields[.contentType] = "application/json; charset=utf-8"
                let body =
                    #"{"status":"Hi","media_ids":["\#(ids[0])","\#(ids[1])"],"sensitive":false,"language":null}"#
                response = try await client.post("/api/v1/statuses", fields, body)
            default:
                let body = MultipartBody().field("status", "Hi").field("media_ids[]", ids[0])
                    .field("media_ids[]", ids[1])
                response = try await client.post("/api/v1/statuses", app.fields, body)
            }
            let status = try response.expect(.ok).json
            #expect(status["media_attachments"].array.count == 2)
            #expect(status["text"].text == "Hi")
        }
    }

    @Test("A status needs a photo, unless it is a reply, which has none")
    func photos() async throws {
        try await site.test { client in
            let text =
                try await client
                .post("/api/v1/statuses", app.formFields, "status=Only+words")
                .expect(.unprocessableContent)
            #expect(try text.json["error"].text == APIText.photoMissing)
            let status = try await post(client, "Hi")
            let reply = "in_reply_to_id=\(status["id"].text ?? "")&status=Nice"
            let comment =
                try await client
                .post("/api/v1/statuses", app.formFields, reply).expect(.ok).json
            #expect(comment["in_reply_to_id"].text == status["id"].text)
            #expect(comment["in_reply_to_account_id"].text == leia.user.id.description)
            let photo = try await upload(client)
            _ =
                try await client
                .post(
                    "/api/v1/statuses",
                    app.formFields,
                    reply + "&media_ids[]=\(photo["id"].text ?? "")"
                )
                .expect(.unprocessableContent)
            let path = "/api/v1/statuses/\(status["id"].text ?? "")/context"
            let context = try await client.get(path, app.fields).json
            #expect(context["descendants"][0]["id"].text == comment["id"].text)
            let other = "/api/v1/statuses/\(comment["id"].text ?? "")/context"
            let above = try await client.get(other, app.fields).json
            #expect(above["ancestors"][0]["id"].text == status["id"].text)
        }
    }

    @Test("Nobody sees more than an app asks for", arguments: [false, true])
    func visibility(_ isPublic: Bool) async throws {
        let site = try ServerWorld(world: site.world) { $0.isPublic = isPublic }
        try await site.test { client in
            for (asked, isAccepted) in [
                ("direct", false), ("private", !isPublic), ("unlisted", !isPublic),
                ("public", true), ("nonsense", false),
            ] {
                let photo = try await upload(client)
                let body =
                    "status=x&visibility=\(asked)&media_ids[]=\(photo["id"].text ?? "")"
                let response = try await client.post("/api/v1/statuses", app.formFields, body)
                #expect(response.status == (isAccepted ? .ok : .unprocessableContent))
                guard isAccepted else { continue }
                #expect(try response.json["visibility"].text == (isPublic ? "public" : "private"))
            }
        }
    }

    @Test("Pages are linked in both directions to their ends")
    func paging() async throws {
        for index in 0..<7 {
            _ = try await leia.session
                .post([PhotoFile(content: SamplePhotos.jpeg)], caption: "\(index)")
        }
        try await site.test { client in
            let (down, up) = try await pages(client, "/api/v1/timelines/home?limit=3", app.fields)
            #expect(down.count == 7 && Set(down).count == 7 && down == down.sorted(by: >))
            #expect(up == down)
        }
    }

    /// Returns the IDs on the pages of a list from the newest to the oldest, then back up.
    private func pages(
        _ client: TestClient,
        _ start: String,
        _ fields: HTTPFields
    ) async throws -> (down: [String], up: [String]) {
        var (down, up): ([String], [String]) = ([], [])
        var path: String? = start
        var last = start
        while let page = path {
            let response = try await client.get(page, fields).expect(.ok)
            let ids = try response.json.array.compactMap { $0["id"].text }
            down += ids
            path = response.next("next")
            // A full page always leads to another, which may be empty.
            if !ids.isEmpty { last = page }
        }
        path = last
        while let page = path {
            let response = try await client.get(page, fields).expect(.ok)
            up = try response.json.array.compactMap { $0["id"].text } + up
            path = response.next("prev")
        }
        return (down, up)
    }

    /// What leia has written, each list newest first.
    private struct Written {
        var posts: [String] = []
        /// The posts with the tag "suns".
        var tagged: [String] = []
        var comments: [String] = []
        /// The comments on posts by han, who has an account.
        var visible: [String] = []

        var all: [String] { (posts + comments).sorted(by: >) }
    }

    /// Lets leia post and comment on posts by han and by an imported user, and others on hers.
    private func written(by leia: Login, _ han: Login, _ imported: User.ID) async throws -> Written
    {
        var written = Written()
        let photo = PhotoFile(content: SamplePhotos.jpeg)
        for index in 0..<4 {
            site.world.clock.advance(by: 1)
            let own = try await leia.session
                .post([photo], caption: index % 2 == 0 ? "#suns" : "None")
            written.posts.insert(own.id.description, at: 0)
            if index % 2 == 0 { written.tagged.insert(own.id.description, at: 0) }
            for session in [han.session, site.world.session(imported)] {
                let other = try await session.post([photo], caption: "#suns")
                _ = try await session.comment(on: own.id, "Not hers")
                let reply = try await leia.session.comment(on: other.id, "Hers #suns")
                written.comments.insert(reply.id.description, at: 0)
                guard session.userID == han.user.id else { continue }
                written.visible.insert(reply.id.description, at: 0)
            }
        }
        return written
    }

    @Test("The statuses of a person are their posts and comments, in pages in both directions")
    func statusesOfPerson() async throws {
        let han = try await site.world.signUp("han")
        let imported = try await site.world.person("imported")
        let written = try await written(by: leia, han, imported)
        let all = written.all
        try await site.test { client in
            let path = "/api/v1/accounts/\(leia.user.id)/statuses"
            for (query, expected) in [
                ("", all), ("&exclude_replies=false", all), ("&pinned=True", []),
                ("&exclude_replies=True", written.posts), ("&only_media=1", written.posts),
                ("&tagged=suns", written.tagged), ("&tagged=none", []),
            ] {
                for limit in [1, 2, 3, 40] {
                    let start = "\(path)?limit=\(limit)\(query)"
                    let pages = try await pages(client, start, app.fields)
                    #expect(pages == (expected, expected), "\(start)")
                }
            }
            for lower in ["since_id", "min_id"] {
                let range = "\(path)?max_id=\(all[3])&\(lower)=\(all[6])"
                let middle = try await client.get(range, app.fields).expect(.ok).json
                #expect(middle.array.compactMap { $0["id"].text } == Array(all[4...5]))
            }
            let reply = try await client.get("\(path)?limit=1", app.fields).json[0]
            #expect(reply["in_reply_to_account_id"].text == imported.description)
            _ = try await client.get("\(path)?max_id=x", app.fields)
                .expect(.unprocessableContent)
            let nobody = "/api/v1/accounts/\(User.ID(number: 9))/statuses"
            _ = try await client.get(nobody, app.fields).expect(.notFound)
            // What she has said to someone whom she blocks is hidden too.
            try await leia.session.block(han.user.id)
            let rest = try await pages(client, "\(path)?limit=2", app.fields)
            #expect(rest.down == all.filter { !written.visible.contains($0) })
            #expect(rest.up == rest.down)
        }
    }

    @Test("Guests see a person's posts, and comments on posts by users with an account")
    func statusesForGuests() async throws {
        let han = try await site.world.signUp("han")
        let imported = try await site.world.person("imported")
        let written = try await written(by: leia, han, imported)
        let site = try ServerWorld(world: site.world) { $0.isPublic = true }
        try await site.test { client in
            let path = "/api/v1/accounts/\(leia.user.id)/statuses"
            let shown = (written.posts + written.visible).sorted(by: >)
            for limit in [1, 2, 3, 40] {
                let pages = try await pages(client, "\(path)?limit=\(limit)", [:])
                #expect(pages == (shown, shown), "\(limit)")
            }
            let tagged = try await pages(client, "\(path)?tagged=suns&limit=1", [:])
            #expect(tagged == (written.tagged, written.tagged))
            _ = try await client.get("/api/v1/accounts/\(imported)/statuses").expect(.notFound)
        }
    }

    @Test("Repeating a request with the same key answers the first result again")
    func idempotency() async throws {
        try await site.test { client in
            let photo = try await upload(client)["id"].text ?? ""
            var fields = app.formFields
            fields[named: "Idempotency-Key"] = "key-1"
            let body = "status=Once&media_ids[]=\(photo)"
            let first = try await client.post("/api/v1/statuses", fields, body).expect(.ok).json
            let second = try await client.post("/api/v1/statuses", fields, body).expect(.ok).json
            #expect(first["id"].text == second["id"].text)
            let home = try await client.get("/api/v1/timelines/home", app.fields).json
            #expect(home.array.count == 1)
        }
    }

    @Test("Likes, bookmarks, edits and deletions change what the store says")
    func changes() async throws {
        try await site.test { client in
            let id = try await post(client, "Hi")["id"].text ?? ""
            let path = "/api/v1/statuses/\(id)"
            let liked = try await client.post(path + "/favourite", app.fields).expect(.ok).json
            #expect(liked["favourited"].isTrue == true && liked["favourites_count"].number == 1)
            #expect(try await client.get("/api/v1/favourites", app.fields).json.array.count == 1)
            let marked = try await client.post(path + "/bookmark", app.fields).expect(.ok).json
            #expect(marked["bookmarked"].isTrue == true)
            #expect(try await client.get("/api/v1/bookmarks", app.fields).json.array.count == 1)
            let edited = try await client.send(.put, path, app.formFields, "status=Bye")
                .expect(.ok).json
            #expect(edited["text"].text == "Bye" && !edited["edited_at"].isNull)
            let deleted = try await client.send(.delete, path, app.fields).expect(.ok).json
            #expect(deleted["text"].text == "Bye")
            _ = try await client.get(path, app.fields).expect(.notFound)
        }
    }

    @Test("A call needs the scope, also of a token that may do everything else")
    func scopes() async throws {
        let reader = try await site.app(of: leia, "read")
        let writer = try await site.app(of: leia, "write follow read:accounts")
        let poster = try await site.app(of: leia, "write:favourites")
        let han = try await site.world.signUp("han")
        let post = try await leia.session.post([PhotoFile(content: SamplePhotos.jpeg)])
        try await site.test { client in
            for (app, method, path, status) in [
                (reader, HTTPRequest.Method.get, "/api/v1/timelines/home", 200),
                (reader, .post, "/api/v1/statuses/\(post.id)/favourite", 403),
                (reader, .post, "/api/v1/accounts/\(han.user.id)/follow", 403),
                (reader, .delete, "/api/v1/statuses/\(post.id)", 403),
                (reader, .post, "/api/v1/statuses", 403),
                (reader, .post, "/api/v2/media", 403),
                (writer, .get, "/api/v1/timelines/home", 403),
                (writer, .get, "/api/v1/accounts/verify_credentials", 200),
                (writer, .post, "/api/v1/accounts/\(han.user.id)/follow", 200),
                (poster, .post, "/api/v1/statuses/\(post.id)/favourite", 200),
                (poster, .post, "/api/v1/statuses/\(post.id)/bookmark", 403),
                (poster, .get, "/api/v1/accounts/verify_credentials", 403),
            ] {
                let response = try await client.send(method, path, app.fields)
                #expect(response.status.code == status, "\(method) \(path)")
                guard status == 403 else { continue }
                #expect(try response.json["error"].text == ClientAPI.scopeMissing)
            }
        }
    }

    @Test("A token works in the header only, and a cookie never")
    func credentials() async throws {
        try await site.test { client in
            let path = "/api/v1/timelines/home"
            _ = try await client.get("\(path)?access_token=\(app.token.urlText)")
                .expect(.unauthorized)
            _ = try await client.get(path, site.cookie(of: leia)).expect(.unauthorized)
            let login: HTTPFields = [.authorization: "Bearer \(leia.token.urlText)"]
            _ = try await client.get(path, login).expect(.unauthorized)
            _ = try await client.get(path, app.fields).expect(.ok)
            let sessions = try await leia.session.sessions()
            let session = try #require(sessions.first { $0.scopes != nil })
            try await leia.session.revoke(session.id)
            let revoked = try await client.get(path, app.fields).expect(.unauthorized)
            #expect(try revoked.json["error"].text == ClientAPI.revokedToken)
        }
    }

    @Test("What is another user's stays theirs")
    func rights() async throws {
        let han = try await site.world.signUp("han")
        let other = try await site.app(of: han)
        try await site.test { client in
            let photo = try await upload(client)["id"].text ?? ""
            let status = try await post(client, "Hi")["id"].text ?? ""
            for (method, path, code) in [
                (HTTPRequest.Method.get, "/api/v1/media/\(photo)", 404),
                (.delete, "/api/v1/media/\(photo)", 404),
                (.delete, "/api/v1/statuses/\(status)", 403),
                (.put, "/api/v1/statuses/\(status)", 403),
            ] {
                let response = try await client.send(method, path, other.fields)
                #expect(response.status.code == code, "\(method) \(path)")
            }
            let body = "status=Mine&media_ids[]=\(photo)"
            let stolen = try await client.post("/api/v1/statuses", other.formFields, body)
            #expect(stolen.status == .unprocessableContent)
            // Each is invisible to the other, except that the one who blocks sees whom.
            _ = try await leia.session.block(han.user.id)
            _ = try await client.get("/api/v1/statuses/\(status)", other.fields).expect(.notFound)
            let public1 = try await client.get("/api/v1/timelines/public", other.fields).json
            #expect(public1.array.isEmpty)
            let path = "/api/v1/accounts/relationships?id[]=\(leia.user.id)"
            let relationship = try await client.get(path, other.fields).json
            #expect(relationship[0]["blocked_by"].isTrue == true)
        }
    }

    @Test("Guests see what a public server shows, and nothing otherwise")
    func guests() async throws {
        let post = try await leia.session.post([PhotoFile(content: SamplePhotos.jpeg)])
        for isPublic in [false, true] {
            let site = try ServerWorld(world: site.world) { $0.isPublic = isPublic }
            try await site.test { client in
                for path in [
                    "/api/v1/timelines/public", "/api/v1/statuses/\(post.id)",
                    "/api/v1/statuses/\(post.id)/context", "/api/v1/accounts/\(leia.user.id)",
                    "/api/v1/accounts/\(leia.user.id)/statuses",
                    "/api/v1/accounts/lookup?acct=leia",
                ] {
                    let response = try await client.get(path)
                    #expect(response.status == (isPublic ? .ok : .unauthorized), "\(path)")
                }
                _ = try await client.get("/api/v1/timelines/home").expect(.unauthorized)
                _ = try await client.get("/api/v1/instance").expect(.ok)
                _ = try await client.get("/api/v2/instance/").expect(.ok)
            }
        }
    }

    @Test("Pictures open at their signed addresses, until the session ends or the post is deleted")
    func pictures() async throws {
        try await site.test { client in
            let status = try await post(client, "Hi")
            let address = status["media_attachments"][0]["url"].text ?? ""
            let path = String(address.dropFirst("http://localhost".count))
            let picture = try await client.get(path).expect(.ok)
            #expect(picture.headers[.contentType] == "image/jpeg")
            #expect(picture.headers[.crossOriginResourcePolicy] == "cross-origin")
            _ = try await client.get(String(path.prefix { $0 != "?" })).expect(.notFound)
            _ = try await client.get(String(path.dropLast()) + "x").expect(.notFound)
            let id = try #require(status["id"].text.flatMap { Post.ID($0) })
            try await leia.session.delete(id)
            _ = try await client.get(path).expect(.notFound)
            let avatar = try await post(client, "Hi")["media_attachments"][0]["url"].text ?? ""
            let other = String(avatar.dropFirst("http://localhost".count))
            _ = try await client.get(other).expect(.ok)
            try await leia.session.revokeOtherSessions()
            #expect(try await client.get(other).status != .ok)
        }
    }

    @Test("Hostile bodies are refused with a sentence")
    func hostileBodies() async throws {
        try await site.test { client in
            var fields = app.formFields
            fields[.contentType] = "application/json"
            let deep = String(repeating: "[", count: 100_000)
            for body in [deep, #"{"a":"# + deep, "{", "[]", "null", "\u{0}", "{\"status\": 1e999}"]
            {
                let response = try await client.post("/api/v1/statuses", fields, body)
                #expect(response.status.kind == .clientError)
                #expect(try response.json["error"].text?.isEmpty == false)
            }
            var large = fields
            large[.contentLength] = "104857600"
            let head = HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/api/v1/statuses",
                headerFields: large
            )
            #expect(try await client.respond(to: head).status == .contentTooLarge)
        }
    }

    @Test("Pages of other origins may call the API, and nothing else")
    func origins() async throws {
        try await site.test { client in
            var fields = app.formFields
            fields[.origin] = "https://elk.example"
            fields[named: "Sec-Fetch-Site"] = "cross-site"
            let status = try await client.post("/api/v1/statuses", fields, "status=x")
            #expect(status.status == .unprocessableContent)
            #expect(status.headers[.accessControlAllowOrigin] == "*")
            #expect(status.headers[.accessControlAllowCredentials] == nil)
            let preflight = try await client.send(.options, "/api/v1/statuses", fields)
            #expect(preflight.status == .noContent)
            for path in ["/", "/login", "/oauth/authorize", "/photo/x/square320"] {
                let response = try await client.send(.options, path, fields)
                #expect(response.headers[.accessControlAllowOrigin] == nil)
            }
            let missing = try await client.get("/api/v1/nothing", app.fields).expect(.notFound)
            #expect(missing.headers[values: .setCookie].isEmpty)
        }
    }

    @Test("Invented tokens do not reset the count of an address")
    func inventedTokens() {
        let clock = site.world.clock
        let limit = RateLimiter.countLimit / RateLimiter.addressFactor + 10
        let limiter = RateLimiter(limit: limit) { clock.now }
        func isAllowed(_ number: Int) -> Bool {
            let head = HTTPRequest(
                method: .get,
                scheme: "http",
                authority: "localhost",
                path: "/",
                headerFields: [.authorization: "Bearer \(number)"]
            )
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            return limiter.use(of: request, .mastodon, from: "203.0.113.7").isAllowed
        }
        let calls = limit * RateLimiter.addressFactor
        #expect((0..<calls).allSatisfy(isAllowed))
        #expect(!isAllowed(calls))
    }

    @Test(
        "A stream contains the activity only if the app may read it",
        arguments: [
            ("read:statuses", 1), ("read:statuses read:notifications", 2), ("read", 2),
        ]
    )
    func streams(scopes: String, count: Int) async throws {
        let token = try await site.app(of: leia, scopes).token
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let call = APICall(
            site: site.server.site,
            request: request,
            context: ServerContext(
                source: ApplicationRequestContextSource(
                    channel: NIOAsyncTestingChannel(),
                    logger: site.server.logger
                )
            ),
            parameters: try APIParameters(query: request),
            session: try await site.world.guest.appSession(for: token, requiring: "read:statuses"),
            token: token
        )
        #expect(try await MastodonStreaming.sources(of: call).count == count)
    }

    @Test("A block closes the addresses of pictures of posts in both directions")
    func blockedPictures() async throws {
        let han = try await site.world.signUp("han")
        let photo = PhotoFile(content: SamplePhotos.jpeg)
        let face = PhotoFile(content: SamplePhotos.png)
        _ = try await han.session.post([photo])
        try await han.session.updateProfile(ProfileUpdate(), avatar: face)
        try await leia.session.follow(han.user.id)
        try await site.test { client in
            let status = try await client.get("/api/v1/timelines/home", app.fields).json[0]
            let (picture, avatar) = (
                path(status["media_attachments"][0]["url"]), path(status["account"]["avatar"])
            )
            func expect(_ picture: HTTPResponse.Status, at path: String) async throws {
                _ = try await client.get(path).expect(picture)
                // A blocked user keeps their picture in the list of blocked users.
                _ = try await client.get(avatar).expect(.ok)
            }
            try await expect(.ok, at: picture)
            for (one, other) in [(leia, han), (han, leia)] {
                try await one.session.block(other.user.id)
                try await expect(.notFound, at: picture)
                // A post by someone else shows the same photo.
                let luke = try await site.world.signUp("luke\(one.user.username)")
                let copy = try await luke.session.post([photo])
                try await expect(.ok, at: picture)
                try await luke.session.delete(copy.id)
                try await expect(.notFound, at: picture)
                try await one.session.unblock(other.user.id)
                try await expect(.ok, at: picture)
            }
        }
    }

    private func path(_ address: JSON) -> String {
        String((address.text ?? "").dropFirst("http://localhost".count))
    }

    @Test("The number of calls is limited by token, and the limit is stated")
    func rates() async throws {
        let site = try ServerWorld(world: site.world) { $0.callLimit = 3 }
        try await site.test { client in
            for remaining in [2, 1, 0] {
                let response = try await client.get("/api/v1/timelines/home", app.fields)
                    .expect(.ok)
                #expect(response.headers[named: "X-RateLimit-Remaining"] == "\(remaining)")
            }
            let refused = try await client.get("/api/v1/timelines/home", app.fields)
                .expect(.tooManyRequests)
            #expect(refused.headers[.retryAfter] == "300")
            let other = try await site.app(of: leia)
            _ = try await client.get("/api/v1/timelines/home", other.fields).expect(.ok)
            site.world.clock.advance(by: 301)
            _ = try await client.get("/api/v1/timelines/home", app.fields).expect(.ok)
        }
    }
}

extension TestResponse {
    /// The path that a link of the response leads to, or `nil` if it has none.
    fileprivate func next(_ name: String) -> String? {
        let links = (headers[named: "Link"] ?? "").split(separator: ", ")
        guard let link = links.first(where: { $0.hasSuffix("; rel=\"\(name)\"") }) else {
            return nil
        }
        return link.dropFirst("<http://localhost".count).split(separator: ">").first
            .map(String.init)
    }
}

extension TestClient {
    /// Sends a request with any method.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ fields: HTTPFields,
        _ body: String = ""
    ) async throws -> TestResponse {
        var fields = fields
        fields[.contentLength] = "\(body.utf8.count)"
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: path,
            headerFields: fields
        )
        return try await respond(to: head, ByteBuffer(string: body))
    }
}
