import Foundation
import HTTPTypes
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("The Instagram API")
struct InstagramTests {
    private let world: AppWorld
    private let token: String
    private let posts: [PostView]

    private static let tower = Place(
        name: "Eiffel Tower",
        coordinate: Coordinate(latitude: 48.8583, longitude: 2.2945)
    )

    init() async throws {
        world = try await AppWorld()
        token = try await world.token(of: world.leia)
        var posts: [PostView] = []
        for number in 0..<5 {
            posts.append(
                try await world.post(
                    by: world.leia,
                    "Number \(number) #snow",
                    place: number == 0 ? Self.tower : nil
                )
            )
        }
        self.posts = posts
        try await world.han.session.like(posts[0].id)
        _ = try await world.han.session.comment(on: posts[0].id, "A comment")
        try await world.han.session.follow(world.leia.user.id)
    }

    private func get(_ path: String, token: String? = nil) async throws -> AppAnswer {
        let separator = path.contains("?") ? "&" : "?"
        return try await world.call(
            .get,
            "/v1\(path)\(separator)access_token=\(token ?? self.token)"
        )
    }

    private var newestFirst: [String] { posts.reversed().map(\.id.description) }

    // MARK: Shapes

    @Test("A medium has the members that strict clients require, and no others")
    func media() async throws {
        let answer = try await get("/media/\(posts[0].id)")
        #expect(answer.status == 200)
        #expect(answer.json.names == ["data", "meta"])
        #expect(answer.json["meta"].names == ["code"] && answer.json["meta"]["code"].int == 200)
        let media = answer.data
        #expect(
            media.names == [
                "attribution", "caption", "comments", "created_time", "filter", "id", "images",
                "likes", "link", "location", "tags", "type", "user", "user_has_liked",
                "users_in_photo",
            ]
        )
        #expect(media["id"].text == posts[0].id.description && media["type"].text == "image")
        #expect(media["created_time"].text == "\(posts[0].id.milliseconds / 1000)")
        #expect(media["link"].text == "http://localhost/post/\(posts[0].id)")
        #expect(media["tags"].list.map(\.text) == ["snow"])
        #expect(media["user"].names == ["full_name", "id", "profile_picture", "username"])
        #expect(media["caption"].names == ["created_time", "from", "id", "text"])
        #expect(media["likes"].names == ["count"] && media["likes"]["count"].int == 1)
        #expect(media["comments"].names == ["count", "data"])
        let comment = try #require(media["comments"]["data"].list.first)
        #expect(comment.names == ["created_time", "from", "id", "text"])
        #expect(comment["text"].text == "A comment" && comment["from"]["username"].text == "han")
        #expect(media["location"].names == ["id", "latitude", "longitude", "name"])
        #expect(media["user_has_liked"].isTrue == false)
        let token = try await world.token(of: world.han)
        let seen = try await get("/media/\(posts[0].id)", token: token)
        #expect(seen.data["user_has_liked"].isTrue == true)
        let plain = try await get("/media/\(try await world.post(by: world.leia).id)").data
        #expect(plain["caption"].isNull && plain["location"].isNull && plain["tags"].list.isEmpty)
        let name = try await world.post(by: world.leia, place: Place(name: "Home"))
        let location = try await get("/media/\(name.id)").data["location"]
        #expect(location.names == ["id", "name"] && location["id"].isNull)
    }

    @Test(
        "Pictures have the stated sizes, and load without any credential while the app is trusted"
    )
    func images() async throws {
        let images = try await get("/media/\(posts[0].id)").data["images"]
        let sides = ["low_resolution": 320, "standard_resolution": 600, "thumbnail": 150]
        #expect(images.names == sides.keys.sorted())
        for (name, side) in sides {
            let image = images[name]
            #expect(image.names == ["height", "url", "width"])
            #expect(image["width"].int == side && image["height"].int == side)
            let file = try await world.file(at: image["url"].text ?? "")
            #expect(file.status == 200)
            let header = try PictureHeader(reading: file.content)
            #expect(header.width == side && header.height == side)
        }
        let url = try #require(images["thumbnail"]["url"].text)
        let plain = try #require(url.split(separator: "?").first)
        #expect(try await world.file(at: String(plain)).status == 404)
        let secret = try #require(Session.Token(urlText: token))
        try await world.leia.session.revoke(secret.sessionID)
        #expect(try await world.file(at: url).status == 401)
    }

    @Test("A user has the counts of their profile")
    func users() async throws {
        let leia = world.leia.user
        for path in ["self", leia.id.description] {
            let user = try await get("/users/\(path)").data
            #expect(
                user.names == [
                    "bio", "counts", "full_name", "id", "profile_picture", "username", "website",
                ]
            )
            #expect(user["id"].text == leia.id.description && user["username"].text == "leia")
            #expect(user["counts"].names == ["followed_by", "follows", "media"])
            #expect(user["counts"]["media"].int == 5 && user["counts"]["followed_by"].int == 1)
            #expect(user["counts"]["follows"].int == 0)
            let picture = try await world.file(at: user["profile_picture"].text ?? "")
            #expect(picture.status == 200)
        }
        #expect(try await get("/users/nobody").errorType == "APINotFoundError")
        let found = try await get("/users/search?q=ha").data.list
        #expect(found.map { $0["username"].text } == ["han"])
        #expect(try await get("/users/search?q=").data.list.isEmpty)
    }

    @Test("Every path has three forms")
    func forms() async throws {
        let (leia, post) = (world.leia.user.id, posts[0].id)
        let place = try await get("/media/\(post)").data["location"]["id"].text ?? ""
        for path in [
            "/media/popular", "/media/search?lat=48.8583&lng=2.2945", "/media/\(post)",
            "/media/shortcode/\(post)", "/media/\(post)/likes", "/media/\(post)/comments",
            "/users/self", "/users/\(leia)", "/users/self/feed", "/users/self/media/liked",
            "/users/self/media/recent", "/users/\(leia)/media/recent", "/users/search?q=leia",
            "/tags/search?q=sno", "/tags/snow", "/tags/snow/media/recent", "/users/self/follows",
            "/users/self/followed-by", "/users/\(leia)/follows", "/users/\(leia)/followed-by",
            "/users/self/requested-by", "/users/\(world.han.user.id)/relationship",
            "/locations/search?lat=48.8583&lng=2.2945", "/locations/\(place)",
            "/locations/\(place)/media/recent",
        ] {
            let parts = path.split(separator: "?", maxSplits: 1)
            let query = parts.count == 2 ? "?\(parts[1])" : ""
            let bare = try await get(path)
            #expect(bare.status == 200 && bare.data.value != nil, "\(path)")
            for ending in ["/", ".json"] {
                let other = try await get("\(parts[0])\(ending)\(query)")
                #expect(other.status == 200 && other.data == bare.data, "\(path)\(ending)")
            }
        }
    }

    // MARK: Lists

    @Test(
        "Lists lead to their ends, with the token in each address",
        arguments: ["/users/self/media/recent", "/users/self/feed", "/tags/snow/media/recent"]
    )
    func paging(path: String) async throws {
        var next: String? = "http://localhost/v1\(path)?access_token=\(token)&count=2"
        var seen: [String?] = []
        while let address = next, seen.count < 20 {
            let answer = try await world.call(.get, String(address.dropFirst(16)))
            #expect(answer.status == 200 && answer.json["pagination"].value != nil)
            seen += answer.data.list.map { $0["id"].text }
            next = answer.json["pagination"]["next_url"].text
            #expect(next?.contains("access_token=\(token)") != false)
            #expect(next?.hasPrefix("http://localhost/v1\(path)?") != false)
        }
        #expect(seen == newestFirst)
    }

    @Test("Addresses of lists keep the encoding of their paths and parameters")
    func encoding() async throws {
        for _ in 0..<2 { _ = try await world.post(by: world.leia, "#été") }
        let path = "/v1/tags/%C3%A9t%C3%A9/media/recent.json"
        let query = "access_token=\(token)&count=1&x=%C3%A9"
        let answer = try await world.call(.get, "\(path)?\(query)")
        let media = try #require(answer.data.list.first)
        let cursor = try #require(media["id"].text)
        let next = answer.json["pagination"]["next_url"].text
        #expect(next == "http://localhost\(path)?\(query)&max_tag_id=\(cursor)")
    }

    @Test("Pages of other origins may make calls")
    func preflight() async throws {
        for path in ["/v1/media/popular.json", "/v1/media/x/likes", "/oauth/access_token", "/top"] {
            let answer = try await world.call(.options, path)
            #expect(answer.status == 204, "\(path)")
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
        }
        #expect(try await world.call(.get, "/v1/nothing").status == 404)
    }

    @Test("Lists are bounded by IDs and times")
    func bounds() async throws {
        let path = "/users/self/media/recent"
        func ids(_ query: String) async throws -> [String?] {
            try await get("\(path)?\(query)").data.list.map { $0["id"].text }
        }
        #expect(try await ids("max_id=\(posts[3].id)") == Array(newestFirst[2...]))
        #expect(try await ids("min_id=\(posts[2].id)") == Array(newestFirst[..<2]))
        // The posts are a second apart.
        let time = posts[2].id.milliseconds / 1000
        #expect(try await ids("min_timestamp=\(time)") == Array(newestFirst[..<3]))
        #expect(try await ids("max_timestamp=\(time)") == Array(newestFirst[3...]))
        for query in ["max_id=x", "max_timestamp=x", "min_timestamp=nan"] {
            #expect(try await get("\(path)?\(query)").errorType == "APIInvalidParametersError")
        }
        #expect(try await ids("max_timestamp=1e300") == newestFirst)
        #expect(try await ids("min_timestamp=-1e300") == newestFirst)
        for query in ["count=0", "count=-5", "count=x", "count=99999999999999999999"] {
            #expect(try await get("\(path)?\(query)").status == 200)
        }
    }

    @Test("Tags and places lead to their posts")
    func tagsAndPlaces() async throws {
        let tag = try await get("/tags/snow").data
        #expect(tag.names == ["media_count", "name"])
        #expect(tag["name"].text == "snow" && tag["media_count"].int == 5)
        let found = try await get("/tags/search?q=sn").data
        #expect(found.list.count == 1 && found.list[0] == tag)
        #expect(try await get("/tags/nothing").data["media_count"].int == 0)
        let near = try await get("/media/search?lat=48.858&lng=2.294&distance=5000").data.list
        #expect(near.map { $0["id"].text } == [posts[0].id.description])
        #expect(try await get("/media/search?lat=0&lng=0").data.list.isEmpty)
        for query in [
            "", "lat=x&lng=1", "lat=91&lng=1", "lat=nan&lng=inf", "lat=0&lng=0&distance=-1",
        ] {
            #expect(
                try await get("/media/search?\(query)").errorType == "APIInvalidParametersError"
            )
        }
        let refusal = try await get("/media/search?lat=nan&lng=1").json["meta"]["error_message"]
        #expect(refusal.text?.contains("“nan,1”") == true, "\(refusal.text ?? "")")
        let places = try await get("/locations/search?lat=48.858&lng=2.294").data.list
        #expect(places.map { $0["name"].text } == ["Eiffel Tower"])
        let id = try #require(places.first?["id"].text)
        #expect(try await get("/media/\(posts[0].id)").data["location"]["id"].text == id)
        #expect(try await get("/locations/\(id)").data == places[0])
        let media = try await get("/locations/\(id)/media/recent").data.list
        #expect(media.map { $0["id"].text } == [posts[0].id.description])
        for path in ["/locations/1", "/locations/x", "/locations/x/media/recent"] {
            #expect(try await get(path).errorType == "APINotFoundError")
        }
    }

    @Test("Popular media are those with likes")
    func popular() async throws {
        let popular = try await get("/media/popular?count=3").data.list
        #expect(popular.map { $0["id"].text } == [posts[0].id.description])
    }

    // MARK: Changes

    @Test("Likes are made and taken back, with the token in the address or in the form")
    func likes() async throws {
        let path = "/v1/media/\(posts[1].id)/likes"
        let nothing = try JSONSerialization.jsonObject(
            with: Data("{\"meta\":{\"code\":200},\"data\":null}".utf8)
        )
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for (address, body, fields) in [
            ("\(path)?access_token=\(token)", "", [:]), (path, "access_token=\(token)", form),
            ("\(path).json?access_token=\(token)&sig=abc", "", form),
            (path, "access_token=\(token)", [:]),
        ] as [(String, String, HTTPFields)] {
            let answer = try await world.call(.post, address, body: body, fields)
            #expect(answer.status == 200 && answer.json == JSONValue(nothing))
        }
        #expect(try await get("/media/\(posts[1].id)/likes").data.list.count == 1)
        let liked = try await get("/users/self/media/liked").data.list
        #expect(liked.map { $0["id"].text } == [posts[1].id.description])
        let answer = try await world.call(.delete, "\(path)?access_token=\(token)")
        #expect(answer.json == JSONValue(nothing))
        #expect(try await get("/users/self/media/liked").data.list.isEmpty)
    }

    @Test("Comments are made, listed and deleted")
    func comments() async throws {
        let path = "/media/\(posts[1].id)/comments"
        let address = "/v1\(path).json?access_token=\(token)"
        let made = try await world.call(.post, address, body: "text=H%C3%A9+%26+ho")
        #expect(made.data.names == ["created_time", "from", "id", "text"])
        #expect(made.data["text"].text == "Hé & ho")
        let listed = try await get(path).data.list
        #expect(listed == [made.data])
        let id = try #require(made.data["id"].text)
        let wrong = "/v1/media/\(posts[2].id)/comments/\(id)?access_token=\(token)"
        #expect(try await world.call(.delete, wrong).errorType == "APINotFoundError")
        let right = "/v1\(path)/\(id).json?access_token=\(token)"
        #expect(try await world.call(.delete, right).json.names == ["data", "meta"])
        #expect(try await get(path).data.list.isEmpty)
        let empty = try await world.call(.post, address, body: "text=")
        #expect(empty.status == 400 && empty.errorType == "APIInvalidParametersError")
    }

    @Test("Users are followed and blocked")
    func relationships() async throws {
        let path = "/users/\(world.han.user.id)/relationship"
        let first = try await get(path).data
        #expect(first.names == ["incoming_status", "outgoing_status", "target_user_is_private"])
        #expect(first["outgoing_status"].text == "none")
        #expect(first["incoming_status"].text == "followed_by")
        for (action, outgoing, incoming) in [
            ("follow", "follows", "followed_by"), ("unfollow", "none", "followed_by"),
            ("block", "none", "blocked_by_you"), ("unblock", "none", "none"),
        ] {
            let address = "/v1\(path).json?access_token=\(token)"
            let answer = try await world.call(.post, address, body: "action=\(action)")
            #expect(answer.data["outgoing_status"].text == outgoing, "\(action)")
            #expect(answer.data["incoming_status"].text == incoming, "\(action)")
        }
        for action in ["approve", "ignore", "deny", ""] {
            let address = "/v1\(path)?access_token=\(token)&action=\(action)"
            #expect(try await world.call(.post, address).status == 400)
        }
    }
}
