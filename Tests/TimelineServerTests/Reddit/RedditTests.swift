import Foundation
import HTTPTypes
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Listings in Reddit's form")
struct RedditTests {
    private let world: AppWorld
    private let posts: [PostView]

    init() async throws {
        world = try await AppWorld { $0.isPublic = true }
        var posts: [PostView] = []
        for number in 0..<5 {
            posts.append(try await world.post(by: world.leia, "Title \(number) #sky\nMore"))
        }
        self.posts = posts
        try await world.han.session.like(posts[1].id)
        _ = try await world.post(by: world.leia)
    }

    private func ids(_ answer: AppAnswer) -> [String?] {
        answer.data["children"].list.map { $0["data"]["id"].text }
    }

    private func ids(_ numbers: [Int]) -> [String] { numbers.map { posts[$0].id.description } }

    @Test("A listing has the members that readers expect")
    func shape() async throws {
        let answer = try await world.call(.get, "/r/sky/top.json?t=all&limit=3&raw_json=1")
        #expect(answer.status == 200 && answer.json.names == ["data", "kind"])
        #expect(answer.json["kind"].text == "Listing")
        #expect(answer.data.names == ["after", "before", "children", "dist", "modhash"])
        #expect(answer.data["before"].isNull && answer.data["dist"].int == 3)
        #expect(ids(answer) == ids([1, 4, 3]))
        #expect(answer.data["after"].text == "t3_\(posts[3].id)")
        let child = answer.data["children"].list[0]
        #expect(child.names == ["data", "kind"] && child["kind"].text == "t3")
        let link = child["data"]
        #expect(link["name"].text == "t3_\(posts[1].id)")
        #expect(link["title"].text == "Title 1 #sky" && link["author"].text == "leia")
        #expect(link["subreddit"].text == "sky" && link["permalink"].text == "/post/\(posts[1].id)")
        #expect(link["created_utc"].int == Int(posts[1].id.milliseconds / 1000))
        #expect(link["score"].int == 1 && link["num_comments"].int == 0)
        for name in ["url", "thumbnail"] {
            #expect(try await world.file(at: link[name].text ?? "").status == 200)
        }
        #expect(answer.headers[named: "X-RateLimit-Remaining"] == nil)
    }

    @Test(
        "Every path answers in its order, to its end",
        arguments: [
            ("/r/sky/top", [1, 4, 3, 2, 0]), ("/r/sky/new.json", [4, 3, 2, 1, 0]),
            ("/r/sky/hot.json", [1, 4, 3, 2, 0]), ("/r/sky", [1, 4, 3, 2, 0]),
            ("/r/sky.json", [1, 4, 3, 2, 0]),
        ]
    )
    func orders(path: String, order: [Int]) async throws {
        var seen: [String?] = []
        var after = ""
        repeat {
            let answer = try await world.call(.get, "\(path)?limit=2&count=2\(after)")
            seen += ids(answer)
            after = answer.data["after"].text.map { "&after=\($0)" } ?? ""
        } while !after.isEmpty && seen.count < 20
        #expect(seen == ids(order))
    }

    @Test("The listings of everyone's posts contain those without tags")
    func everyone() async throws {
        for path in ["/top", "/top.json", "/hot", "/new.json", "/r/all/top", "/r/popular/hot.json"]
        {
            let answer = try await world.call(.get, path)
            #expect(answer.data["children"].list.count == 6, "\(path)")
            let titles = answer.data["children"].list.map { $0["data"]["title"].text }
            #expect(titles.contains("Photo by @leia"))
        }
        // The page for a new post.
        #expect(try await world.call(.get, "/new").status == 303)
        #expect(try await world.call(.get, "/r/nothing/top").data["children"].list.isEmpty)
        #expect(try await world.call(.get, "/top?after=x").status == 422)
    }

    @Test("Apps receive the token of a guest")
    func tokens() async throws {
        let path = "/api/v1/access_token"
        let code = Data("\(world.app.id):\(world.secret)".utf8).base64EncodedString()
        let open = Data("\(world.app.id):".utf8).base64EncodedString()
        let client = "https%3A%2F%2Foauth.reddit.com%2Fgrants%2Finstalled_client"
        for (code, grant) in [(code, "client_credentials"), (open, "\(client)&device_id=x")] {
            let fields: HTTPFields = [.authorization: "Basic \(code)"]
            let answer = try await world.call(.post, path, body: "grant_type=\(grant)", fields)
            #expect(answer.status == 200)
            #expect(answer.json.names == ["access_token", "expires_in", "scope", "token_type"])
            let token = try #require(answer.json["access_token"].text)
            let bearer: HTTPFields = [.authorization: "bearer \(token)"]
            #expect(try await world.call(.get, "/top", bearer).status == 200)
        }
        let wrong: HTTPFields = [.authorization: "Basic \(open)"]
        let body = "grant_type=client_credentials"
        let refused = try await world.call(.post, path, body: body, wrong)
        #expect(refused.status == 401 && refused.json["error"].int == 401)
    }

    @Test("A private server answers only users, with what they see")
    func rights() async throws {
        let world = try await AppWorld()
        let post = try await world.post(by: world.han, "Clouds #sky")
        let token = try await world.token(of: world.leia)
        let writer = try await world.token(of: world.leia, "write")
        for path in ["/top.json", "/r/sky/top.json", "/r/sky/new", "/hot"] {
            for (token, status) in [(nil, 401), ("x", 401), (writer, 403), (token, 200)] {
                let fields: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
                let answer = try await world.call(.get, path, fields)
                #expect(answer.status == status)
                #expect(ids(answer) == (status == 200 ? [post.id.description] : []))
                guard status == 200 else { continue }
                let link = answer.data["children"].list[0]["data"]
                #expect(try await world.file(at: link["url"].text ?? "").status == 200)
            }
            let query = "\(path)?access_token=\(token)"
            #expect(try await world.call(.get, query).status == 401)
        }
        _ = try await world.han.session.block(world.leia.user.id)
        let fields: HTTPFields = [.authorization: "Bearer \(token)"]
        #expect(try await ids(world.call(.get, "/top", fields)).isEmpty)
    }
}
