import Foundation
import HTTPTypes
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: the Instagram API")
struct InstagramRightsTests {
    private static let invalid = "OAuthAccessTokenException"
    private static let scope = "OAuthPermissionsException"
    private static let missing = "APINotFoundError"

    private static let reading = [
        "media/:post", "media/shortcode/:post", "media/:post/likes", "media/:post/comments",
        "media/popular", "media/search?lat=0&lng=0", "users/:user", "users/:user/media/recent",
        "users/:user/follows", "users/:user/followed-by", "users/search?q=x", "tags/sky",
        "tags/sky/media/recent", "locations/search?lat=0&lng=0",
    ]
    private static let own = [
        "users/self", "users/self/feed", "users/self/media/recent", "users/self/media/liked",
        "users/self/requested-by", "users/:user/relationship", "tags/search?q=x",
    ]
    private static let changes: [(HTTPRequest.Method, String, String)] = [
        (.post, "media/:post/likes", ""), (.delete, "media/:post/likes", ""),
        (.post, "media/:post/comments", "text=x"),
        (.delete, "media/:post/comments/:comment", ""),
        (.post, "users/:user/relationship", "action=follow"),
        (.post, "users/:user/relationship", "action=block"),
    ]

    /// The world with a post and a comment of han, by which the path of a call is filled in.
    private struct Scene {
        let world: AppWorld
        let post: PostView
        let comment: CommentView

        init(isPublic: Bool = false) async throws {
            world = try await AppWorld { $0.isPublic = isPublic }
            post = try await world.post(by: world.han, "Clouds #sky")
            comment = try await world.han.session.comment(on: post.id, "Mine")
        }

        func path(_ path: String, _ credential: String?) -> String {
            let filled = path.replacing(":post", with: post.id.description)
                .replacing(":user", with: post.author.id.description)
                .replacing(":comment", with: comment.id.description)
            guard let credential else { return "/v1/\(filled)" }
            return "/v1/\(filled)\(filled.contains("?") ? "&" : "?")\(credential)"
        }

        func call(
            _ method: HTTPRequest.Method,
            _ path: String,
            _ credential: String?,
            body: String = "",
            _ fields: HTTPFields = [:]
        ) async throws -> AppAnswer {
            try await world.call(method, self.path(path, credential), body: body, fields)
        }

        func get(
            _ path: String,
            _ credential: String?,
            _ fields: HTTPFields = [:]
        ) async throws -> AppAnswer {
            try await call(.get, path, credential, fields)
        }
    }

    private static func check(_ answer: AppAnswer, _ type: String, _ note: String) {
        #expect(answer.status == 400, "\(note)")
        #expect(answer.json["meta"]["code"].int == 400, "\(note)")
        #expect(answer.errorType == type, "\(note)")
        #expect(answer.json["meta"]["error_message"].text?.isEmpty == false, "\(note)")
        #expect(answer.data.value == nil, "\(note)")
    }

    @Test("Without a valid token, a private server answers nothing")
    func tokens() async throws {
        let scene = try await Scene()
        let token = try await scene.world.token(of: scene.world.leia)
        let login = scene.world.leia.token.urlText
        let id = scene.world.app.id
        let secret = try #require(Session.Token(urlText: token))
        try await scene.world.leia.session.revoke(secret.sessionID)
        for credential in [
            nil, "access_token=", "access_token=x", "access_token=\(login)", "client_id=\(id)",
            "access_token=\(token)",
        ] {
            for path in Self.reading + Self.own {
                let answer = try await scene.get(path, credential)
                Self.check(answer, Self.invalid, "\(path) \(credential ?? "")")
            }
            for (method, path, body) in Self.changes {
                let answer = try await scene.call(method, path, credential, body: body)
                Self.check(answer, Self.invalid, "\(path) \(credential ?? "")")
            }
        }
    }

    @Test("A token in the header counts, a cookie does not, nor a token in the address elsewhere")
    func otherPlaces() async throws {
        let scene = try await Scene()
        let world = scene.world
        let token = try await world.token(of: world.leia)
        let header: HTTPFields = [.authorization: "Bearer \(token)"]
        #expect(try await scene.get("users/self", nil, header).status == 200)
        let cookie = try await scene.get("users/self", nil, world.site.cookie(of: world.leia))
        Self.check(cookie, Self.invalid, "cookie")
        let path = "/api/v1/accounts/verify_credentials?access_token=\(token)"
        #expect(try await world.call(.get, path).status == 401)
    }

    @Test("Apps do only what their scopes allow")
    func scopes() async throws {
        let scene = try await Scene()
        let reader = try await scene.world.token(of: scene.world.leia, "read")
        let writer = try await scene.world.token(of: scene.world.leia, "write")
        for (method, path, body) in Self.changes {
            let answer = try await scene.call(method, path, "access_token=\(reader)", body: body)
            Self.check(answer, Self.scope, path)
        }
        for path in Self.reading + Self.own {
            let answer = try await scene.get(path, "access_token=\(writer)")
            Self.check(answer, Self.scope, path)
        }
        // A change of one kind needs no other scope.
        let likes = try await scene.world.token(of: scene.world.leia, "write:favourites")
        let path = "media/:post/likes"
        #expect(try await scene.call(.post, path, "access_token=\(likes)").status == 200)
        let follows = try await scene.world.token(of: scene.world.leia, "write:follows")
        let block = try await scene.call(
            .post,
            "users/:user/relationship",
            "access_token=\(follows)",
            body: "action=block"
        )
        Self.check(block, Self.scope, "block")
        #expect(try await scene.world.leia.session.blockedUsers().isEmpty)
    }

    @Test("Guests of a public server read with the ID of any app, and change nothing")
    func guests() async throws {
        let scene = try await Scene(isPublic: true)
        let app = "client_id=\(scene.world.app.id)"
        for path in Self.reading {
            for credential in [app, "client_id=x"] {
                #expect(try await scene.get(path, credential).status == 200, "\(path)")
            }
            for credential in [nil, "client_id=", "\(app)&access_token=x"] {
                let answer = try await scene.get(path, credential)
                Self.check(answer, Self.invalid, "\(path) \(credential ?? "")")
            }
        }
        for path in Self.own {
            Self.check(try await scene.get(path, app), Self.invalid, path)
        }
        for (method, path, body) in Self.changes {
            let answer = try await scene.call(method, path, app, body: body)
            Self.check(answer, Self.invalid, path)
        }
        let recent = try await scene.get("users/:user/media/recent?count=1", app)
        let media = try #require(recent.data.list.first)
        #expect(recent.json["pagination"]["next_url"].text?.contains(app) == true)
        let image = media["images"]["thumbnail"]["url"].text ?? ""
        #expect(try await scene.world.file(at: image).status == 200)
    }

    @Test("Blocked users find nothing of each other, and only authors delete")
    func blocks() async throws {
        let scene = try await Scene()
        let (leia, han) = (scene.world.leia, scene.world.han)
        let own = try await scene.world.token(of: leia)
        let deletion = "media/:post/comments/:comment"
        let refused = try await scene.call(.delete, deletion, "access_token=\(own)")
        Self.check(refused, "APINotAllowedError", deletion)
        for (blocker, other) in [(leia, han), (han, leia)] {
            _ = try await blocker.session.block(other.user.id)
            let credential = "access_token=\(own)"
            for path in [
                "media/:post", "media/shortcode/:post", "media/:post/likes", "media/:post/comments",
            ] {
                Self.check(try await scene.get(path, credential), Self.missing, path)
            }
            for (method, path, body) in Self.changes.prefix(4) {
                let answer = try await scene.call(method, path, credential, body: body)
                Self.check(answer, Self.missing, path)
            }
            for path in ["users/:user/media/recent", "tags/sky/media/recent", "media/popular"] {
                let answer = try await scene.get(path, credential)
                #expect(answer.data.list.isEmpty, "\(path)")
            }
            let tag = try await scene.get("tags/sky", credential)
            #expect(tag.data["media_count"].int == 0)
            _ = try await blocker.session.unblock(other.user.id)
        }
    }

    @Test("Codes are exchanged once, and errors have no envelope")
    func codes() async throws {
        let world = try await AppWorld()
        let scopes = try #require(InstagramScopes.scopes("basic+likes"))
        let grant = AuthorizationGrant(
            app: world.app.id,
            redirectURI: AppWorld.redirect,
            scopes: scopes,
            challenge: nil
        )
        let code = try await world.leia.session.authorizationCode(for: grant)
        let app = "client_id=\(world.app.id)&client_secret=\(world.secret)"
        let body = "\(app)&grant_type=authorization_code&redirect_uri=\(AppWorld.redirect)&code="
        let path = "/oauth/access_token"
        let answer = try await world.call(.post, path, body: body + code)
        #expect(answer.status == 200 && answer.json.names == ["access_token", "user"])
        #expect(
            answer.json["user"].names == [
                "bio", "full_name", "id", "profile_picture", "username", "website",
            ]
        )
        #expect(answer.json["user"]["username"].text == "leia")
        let token = try #require(answer.json["access_token"].text)
        #expect(try await world.call(.get, "/v1/users/self?access_token=\(token)").status == 200)
        for wrong in [body + code, body + "x", "\(app)&grant_type=x", "grant_type=password", ""] {
            let answer = try await world.call(.post, path, body: wrong)
            #expect(answer.status == 400, "\(wrong)")
            #expect(answer.json.names == ["code", "error_message", "error_type"])
            #expect(answer.json["code"].int == 400)
            #expect(answer.json["error_type"].text == "OAuthException")
        }
        // The second use of the code has ended the session of the first.
        #expect(try await world.call(.get, "/v1/users/self?access_token=\(token)").status == 400)
    }

    @Test("A password gives a token only where nobody can listen")
    func passwords() async throws {
        for (host, isOffered) in [("127.0.0.1", true), ("192.168.1.20", false)] {
            let world = try await AppWorld { $0.host = host }
            let app = "client_id=\(world.app.id)&client_secret=\(world.secret)&grant_type=password"
            let user = "username=leia%40example.org&password=correct+horse+battery"
            let path = "/oauth/access_token"
            let answer = try await world.call(.post, path, body: "\(app)&\(user)&scope=likes")
            #expect(answer.status == (isOffered ? 200 : 400))
            let wrong = try await world.call(.post, path, body: "\(app)&\(user)&scope=everything")
            #expect(wrong.status == 400)
            guard let token = answer.json["access_token"].text else { continue }
            let post = try await world.post(by: world.han)
            let query = "access_token=\(token)"
            let like = try await world.call(.post, "/v1/media/\(post.id)/likes?\(query)")
            #expect(like.status == 200)
            let comment = try await world.call(
                .post,
                "/v1/media/\(post.id)/comments?\(query)",
                body: "text=x"
            )
            #expect(comment.errorType == Self.scope)
        }
    }
}
