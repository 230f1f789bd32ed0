import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineCrypto
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Apps sign in")
struct OAuthTests {
    private let site: ServerWorld
    private let leia: Login
    private static let target = "icecubesapp://back"

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
    }

    private func register(
        _ client: TestClient,
        _ target: String = OAuthTests.target
    ) async throws -> JSON {
        let body = "client_name=Ice&redirect_uris=\(target)&scopes=read+write"
        return try await client.post("/api/v1/apps", form, body).expect(.ok).json
    }

    private var form: HTTPFields { [.contentType: "application/x-www-form-urlencoded"] }

    private func authorizePath(_ id: String, _ more: String = "&scope=read") -> String {
        "/oauth/authorize?response_type=code&client_id=\(id)&redirect_uri=\(Self.target)\(more)"
    }

    /// Lets an app act for Leia, and returns the address to which she is sent back.
    private func allow(
        _ client: TestClient,
        _ id: String,
        _ more: String = "&scope=read"
    ) async throws
        -> String
    {
        let body = authorizePath(id, more).split(separator: "?")[1] + "&decision=allow"
        let response =
            try await client
            .post("/oauth/authorize", site.formFields(of: leia), String(body))
            .expect(.seeOther)
        return response.headers[.location] ?? ""
    }

    /// Returns the form with which an app exchanges the code in a location.
    private func exchanging(
        _ app: JSON,
        _ location: String,
        target: String = OAuthTests.target,
        _ more: String = ""
    ) -> String {
        let code = location.split(separator: "code=").last.map(String.init) ?? ""
        let fields = [
            "grant_type=authorization_code", "code=\(code.prefix { $0 != "&" })",
            "client_id=\(app["client_id"].text ?? "")",
            "client_secret=\(app["client_secret"].text ?? "")", "redirect_uri=\(target)",
        ]
        return fields.joined(separator: "&") + more
    }

    private func exchange(
        _ client: TestClient,
        _ app: JSON,
        _ location: String,
        target: String = OAuthTests.target,
        _ more: String = ""
    ) async throws -> TestResponse {
        let body = exchanging(app, location, target: target, more)
        return try await client.post("/oauth/token", form, body)
    }

    @Test("A user allows an app on a page, and the app receives a token with the scopes")
    func code() async throws {
        try await site.test { client in
            let app = try await register(client)
            let id = try #require(app["client_id"].text)
            let page =
                try await client
                .get(authorizePath(id, "&scope=read&state=None"), site.cookie(of: leia))
                .expect(.ok)
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("form-action 'self' icecubesapp:;"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(page.headers[.accessControlAllowOrigin] == nil)
            let location = try await allow(client, id, "&scope=read&state=None")
            #expect(location.hasPrefix("icecubesapp://back?code="))
            #expect(location.hasSuffix("&state=None"))
            let token = try await exchange(client, app, location).expect(.ok).json
            #expect(token["scope"].text == "read" && token["token_type"].text == "Bearer")
            let secret = try #require(Session.Token(urlText: token["access_token"].text ?? ""))
            let fields = TestApp(token: secret).fields
            let me = try await client.get("/api/v1/accounts/verify_credentials", fields).json
            #expect(me["acct"].text == "leia")
            let label = try await leia.session.sessions().first { $0.scopes != nil }?.label
            #expect(label == "Ice")
        }
    }

    @Test("A code works once, and its second use ends the token of the first")
    func replay() async throws {
        try await site.test { client in
            let app = try await register(client)
            let location = try await allow(client, app["client_id"].text ?? "")
            let first = try await exchange(client, app, location).expect(.ok).json
            let secret = try #require(Session.Token(urlText: first["access_token"].text ?? ""))
            let fields = TestApp(token: secret).fields
            _ = try await client.get("/api/v1/timelines/home", fields).expect(.ok)
            let second = try await exchange(client, app, location).expect(.badRequest).json
            #expect(second["error"].text == "invalid_grant")
            _ = try await client.get("/api/v1/timelines/home", fields).expect(.unauthorized)
        }
    }

    @Test("A code is bound to its app, its address, its challenge and ten minutes")
    func binding() async throws {
        let verifier = String(repeating: "v", count: 43)
        let challenge = Data(SHA256.hash(Array(verifier.utf8)).bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let more = "&scope=read&code_challenge_method=S256&code_challenge=\(challenge)"
        try await site.test { client in
            let app = try await register(client)
            let other = try await register(client)
            let id = try #require(app["client_id"].text)
            for (asker, target, suffix, status) in [
                (other, Self.target, "&code_verifier=\(verifier)", 400),
                (app, "icecubesapp://other", "&code_verifier=\(verifier)", 400),
                (app, Self.target, "", 400),
                (app, Self.target, "&code_verifier=" + verifier.replacing("v", with: "w"), 400),
                (app, Self.target, "&code_verifier=\(verifier)", 200),
            ] {
                let location = try await allow(client, id, more)
                let response = try await exchange(client, asker, location, target: target, suffix)
                #expect(response.status.code == status)
            }
            let late = try await allow(client, id)
            site.world.clock.advance(by: 601)
            _ = try await exchange(client, app, late).expect(.badRequest)
        }
    }

    @Test(
        "Nobody is sent to an address that the app has not registered",
        arguments: ["icecubesapp://back2", "icecubesapp://back/", "https://evil.example", ""]
    )
    func redirects(_ target: String) async throws {
        try await site.test { client in
            let app = try await register(client)
            let path = authorizePath(app["client_id"].text ?? "")
                .replacing(Self.target, with: target)
            let response = try await client.get(path, site.cookie(of: leia))
            let isOnlyAddress = target.isEmpty
            #expect(response.status == (isOnlyAddress ? .ok : .unprocessableContent))
            #expect(response.headers[.location] == nil)
        }
    }

    @Test(
        "Addresses that browsers would run are refused",
        arguments: [
            "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "file:///etc/passwd", "x",
            "https://", "https://a.example/%23%23 x", "https://a.example/#x",
            // These would add something to the policy of the page, or hide the host.
            "https://a%20b;frame-ancestors%20*;x:1/cb", "https://a;script-src/", "https://a,b/",
            "https://a:1;x/", "https://[::1;x]/", "https://user@a.example/", "https://a:99999999/",
            "a;b:x", "a%3bb:x", "1a:x", "http:a.example", "https:/a.example",
        ]
    )
    func dangerousAddresses(_ address: String) async throws {
        try await site.test { client in
            var fields = form
            fields[.contentType] = "application/json"
            let body = #"{"client_name":"x","redirect_uris":["\#(address)"]}"#
            let response = try await client.post("/api/v1/apps", fields, body)
            #expect(response.status != .ok)
        }
    }

    @Test(
        "The policy of the page permits only the app's own scheme, or the host of its website",
        arguments: [
            ("https://a.example/cb?x=1", "https://a.example"), ("HTTP://A-b.c", "HTTP://A-b.c"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("https://[::1]:99/cb", "https://[::1]:99"),
            ("com.app-x:/oauth_callback", "com.app-x:"), ("a://b;c/", "a:"),
            (RegisteredApp.outOfBand, nil),
        ]
    )
    func policy(address: String, source: String?) async throws {
        try await site.test { client in
            let app = try await register(client, address)
            let path = authorizePath(app["client_id"].text ?? "")
                .replacing(Self.target, with: address)
            let page = try await client.get(path, site.cookie(of: leia)).expect(.ok)
            let forms = source.map { "form-action 'self' \($0);" } ?? "form-action 'self';"
            #expect(page.headers[.contentSecurityPolicy]?.contains(forms) == true)
            #expect(page.headers[named: "X-Frame-Options"] == "DENY")
        }
    }

    @Test("The page needs a login and the token of its form")
    func page() async throws {
        try await site.test { client in
            let app = try await register(client)
            let path = authorizePath(app["client_id"].text ?? "")
            let guest = try await client.get(path).expect(.seeOther)
            #expect(guest.headers[.location]?.hasPrefix("/login?next=%2Foauth") == true)
            var fields = site.formFields(of: leia)
            fields[named: FormToken.header] = "wrong"
            let body = String(path.split(separator: "?")[1]) + "&decision=allow"
            _ = try await client.post("/oauth/authorize", fields, body).expect(.forbidden)
            // An app's token is no login.
            let token = try await site.app(of: leia)
            let cookie: HTTPFields = [
                .cookie: "\(site.server.site.cookies.session.name)=\(token.token.text)"
            ]
            _ = try await client.get(path, cookie).expect(.seeOther)
            _ = try await client.get("/settings", cookie).expect(.seeOther)
        }
    }

    @Test("Only the user's own refusal sends them back to the app, but no fault of the request")
    func refusals() async throws {
        try await site.test { client in
            let app = try await register(client)
            let id = try #require(app["client_id"].text)
            let body = authorizePath(id).split(separator: "?")[1] + "&decision=deny"
            let denied =
                try await client
                .post("/oauth/authorize", site.formFields(of: leia), String(body))
            #expect(denied.headers[.location] == "icecubesapp://back?error=access_denied")
            for (more, code) in [
                ("&scope=follow", "invalid_scope"), ("&scope=admin:read", "invalid_scope"),
                ("&scope=read&code_challenge=x", "invalid_request"),
            ] {
                let path = authorizePath(id, more)
                let page = try await client.get(path, site.cookie(of: leia)).expect(.badRequest)
                #expect(String(buffer: page.body).contains("“Ice” cannot use Timeline"))
                #expect(String(buffer: page.body).contains("this error as \(code)."))
                #expect(page.headers[.location] == nil)
                let body = path.split(separator: "?")[1] + "&decision=allow"
                let sent =
                    try await client
                    .post("/oauth/authorize", site.formFields(of: leia), String(body))
                    .expect(.badRequest)
                #expect(sent.headers[.location] == nil)
            }
        }
    }

    @Test("Guests are sent only to the login page, whatever an app asks for")
    func openRedirect() async throws {
        let target = "https://evil.example/x"
        try await site.test { client in
            let id = try await register(client, target)["client_id"].text ?? ""
            let path =
                "/oauth/authorize?client_id=\(id)&redirect_uri=\(target)&response_type=bogus"
            let guest = try await client.get(path).expect(.seeOther)
            #expect(guest.headers[.location]?.hasPrefix("/login?next=") == true)
            let page = try await client.get(path, site.cookie(of: leia)).expect(.badRequest)
            #expect(page.headers[.location] == nil)
            // The user may go back themselves.
            let link = "href=\"\(target)?error=unsupported_response_type\""
            #expect(String(buffer: page.body).contains(link))
        }
    }

    @Test("A token in the address needs a scope of the Instagram API")
    func implicitTokens() async throws {
        try await site.test { client in
            let id = try await register(client)["client_id"].text ?? ""
            for (scope, isAccepted) in [
                ("", false), ("&scope=read", false), ("&scope=basic", true),
            ] {
                let path = authorizePath(id, scope).replacing("type=code", with: "type=token")
                let body = String(path.split(separator: "?")[1]) + "&decision=allow"
                let response =
                    try await client
                    .post("/oauth/authorize", site.formFields(of: leia), body)
                    .expect(isAccepted ? .seeOther : .badRequest)
                let isToken =
                    response.headers[.location]?.hasPrefix("\(Self.target)#access_token=") == true
                #expect(isToken == isAccepted)
            }
        }
    }

    @Test("An app has no scope that it has not registered, even if it names none")
    func defaultScope() async throws {
        try await site.test { client in
            let body = "client_name=Ice&redirect_uris=\(Self.target)&scopes=write:statuses"
            let app = try await client.post("/api/v1/apps", form, body).expect(.ok).json
            let ids =
                "&client_id=\(app["client_id"].text ?? "")&client_secret=\(app["client_secret"].text ?? "")"
            let password = "password&username=leia@example.org&password=correct+horse+battery"
            for grant in [password, "client_credentials"] {
                for (scope, status) in [("", 400), ("&scope=write:statuses", 200)] {
                    let response =
                        try await client
                        .post("/oauth/token", form, "grant_type=\(grant)\(scope)\(ids)")
                    #expect(response.status.code == status)
                    guard status == 400 else { continue }
                    #expect(try response.json["error"].text == "invalid_scope")
                }
            }
        }
    }

    @Test(
        "The name of an app contains nothing that could mislead where it is shown",
        arguments: ["ecI%E2%80%AE", "a%0Ab", "a%E2%80%A8b", "a%E2%81%A6b", "a%7Fb"]
    )
    func names(_ name: String) async throws {
        try await site.test { client in
            let body = "redirect_uris=\(Self.target)&client_name="
            _ =
                try await client.post("/api/v1/apps", form, body + name)
                .expect(.unprocessableContent)
            let website = "Ice&website=https://a.example/\(name)"
            let app = try await client.post("/api/v1/apps", form, body + website).expect(.ok).json
            #expect(app["website"].isNull)
        }
    }

    @Test("Of two exchanges of a code at the same time, none leaves a token")
    func simultaneousExchanges() async throws {
        try await site.test { client in
            let app = try await register(client)
            for _ in 0..<5 {
                let location = try await allow(client, app["client_id"].text ?? "")
                let body = exchanging(app, location)
                async let first = client.post("/oauth/token", form, body)
                async let second = client.post("/oauth/token", form, body)
                for response in [try await first, try await second] {
                    let token = try response.json["access_token"].text ?? "none"
                    let fields: HTTPFields = [.authorization: "Bearer \(token)"]
                    _ =
                        try await client.get("/api/v1/timelines/home", fields)
                        .expect(.unauthorized)
                }
            }
            #expect(try await leia.session.sessions().count == 1)
        }
    }

    @Test("A code that one server has given out is accepted by another one of the store, once")
    func twoServers() async throws {
        let other = try ServerWorld(world: site.world)
        try await site.test { client in
            let app = try await register(client)
            let location = try await allow(client, app["client_id"].text ?? "")
            let body = exchanging(app, location)
            try await other.test { second in
                let response = try await second.post("/oauth/token", form, body)
                let token = try response.json["access_token"].text ?? "none"
                let fields: HTTPFields = [.authorization: "Bearer \(token)"]
                _ = try await client.get("/api/v1/timelines/home", fields).expect(.ok)
                // The first server knows that the code was used, and ends the session.
                _ = try await client.post("/oauth/token", form, body).expect(.badRequest)
                _ = try await second.get("/api/v1/timelines/home", fields).expect(.unauthorized)
            }
        }
    }

    @Test("Empty parts of a path change nothing of what it leads to")
    func slashes() async throws {
        for (path, api) in [
            ("//oauth/authorize", nil), ("/oauth//authorize/", nil), ("//oauth//token", .oauth),
            ("/oauth/access_token/", .instagramTokens), ("//api/v1//access_token", .reddit),
            ("//api/v1/apps", .mastodon), ("//settings", nil),
        ] as [(String, ClientAPI?)] {
            #expect(ClientAPI(path: path) == api, "\(path)")
        }
        try await site.test { client in
            let id = try await register(client)["client_id"].text ?? ""
            let path = "/" + authorizePath(id)
            let page = try await client.get(path, site.cookie(of: leia)).expect(.ok)
            #expect(page.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test("Passwords are taken where nobody listens, and from no page of another site")
    func passwords() async throws {
        let body = "grant_type=password&username=leia@example.org&scope=read&password="
        try await site.test { client in
            let app = try await register(client)
            let ids =
                "&client_id=\(app["client_id"].text ?? "")&client_secret=\(app["client_secret"].text ?? "")"
            let right = body + "correct+horse+battery" + ids
            _ = try await client.post("/oauth/token", form, right).expect(.ok)
            var foreign = form
            foreign[.origin] = "https://evil.example"
            _ = try await client.post("/oauth/token", foreign, right).expect(.badRequest)
            let wrong = try await client.post("/oauth/token", form, body + "wrong" + ids)
            #expect(try wrong.json["error"].text == "invalid_grant")
        }
        for (isInsecure, url, status) in [
            (false, "https://photos.example", 200), (true, "http://photos.example", 200),
        ] {
            let open = try ServerWorld(world: site.world) {
                $0.isInsecure = isInsecure
                $0.publicURL = URL(string: url)
            }
            #expect(open.server.site.settings.protectsPasswords == (status == 200))
        }
        var settings = ServerSettings()
        settings.host = "0.0.0.0"
        #expect(!settings.protectsPasswords)
    }

    @Test("An app's own token has the rights of a guest")
    func guests() async throws {
        for isPublic in [false, true] {
            let site = try ServerWorld(world: site.world) { $0.isPublic = isPublic }
            try await site.test { client in
                let app = try await register(client)
                let body =
                    "grant_type=client_credentials&client_id=\(app["client_id"].text ?? "")"
                    + "&client_secret=\(app["client_secret"].text ?? "")"
                let token = try await client.post("/oauth/token", form, body).expect(.ok).json
                let fields: HTTPFields = [
                    .authorization: "Bearer \(token["access_token"].text ?? "")"
                ]
                let everyone = try await client.get("/api/v1/timelines/public", fields)
                #expect(everyone.status == (isPublic ? .ok : .unauthorized))
                _ = try await client.get("/api/v1/timelines/home", fields).expect(.unauthorized)
                let own = try await client.get("/api/v1/apps/verify_credentials", fields)
                #expect(try own.json["name"].text == "Ice")
            }
        }
    }

    @Test("Unused apps are removed after a day, and used ones stay")
    func unusedApps() async throws {
        try await site.test { client in
            let unused = try await register(client)
            let used = try await register(client)
            let location = try await allow(client, used["client_id"].text ?? "")
            _ = try await exchange(client, used, location).expect(.ok)
            site.world.clock.advance(by: 86_401)
            _ = try await register(client)
            #expect(try await site.world.guest.app(unused["client_id"].text ?? "") == nil)
            #expect(try await site.world.guest.app(used["client_id"].text ?? "") != nil)
        }
    }

    @Test("An app ends its token")
    func revocation() async throws {
        try await site.test { client in
            let app = try await register(client)
            let location = try await allow(client, app["client_id"].text ?? "")
            let token = try await exchange(client, app, location).json["access_token"].text ?? ""
            let fields: HTTPFields = [.authorization: "Bearer \(token)"]
            let ids =
                "&client_id=\(app["client_id"].text ?? "")&client_secret=\(app["client_secret"].text ?? "")"
            _ = try await client.post("/oauth/revoke", form, "token=\(token)").expect(.forbidden)
            _ = try await client.post("/oauth/revoke", form, "token=\(token)" + ids).expect(.ok)
            let response = try await client.get("/api/v1/timelines/home", fields)
            #expect(try response.json["error"].text == "The access token was revoked")
        }
    }
}
