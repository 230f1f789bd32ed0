import Foundation
import HTTPTypes
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

    private func exchange(
        _ client: TestClient,
        _ app: JSON,
        _ location: String,
        target: String = OAuthTests.target,
        _ more: String = ""
    ) async throws -> TestResponse {
        let code = location.split(separator: "code=").last.map(String.init) ?? ""
        let body = [
            "grant_type=authorization_code", "code=\(code.prefix { $0 != "&" })",
            "client_id=\(app["client_id"].text ?? "")",
            "client_secret=\(app["client_secret"].text ?? "")", "redirect_uri=\(target)",
        ]
        .joined(separator: "&")
        return try await client.post("/oauth/token", form, body + more)
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

    @Test("A refusal and a scope beyond the registration go back to the app")
    func refusals() async throws {
        try await site.test { client in
            let app = try await register(client)
            let id = try #require(app["client_id"].text)
            let body = authorizePath(id).split(separator: "?")[1] + "&decision=deny"
            let denied =
                try await client
                .post("/oauth/authorize", site.formFields(of: leia), String(body))
            #expect(denied.headers[.location] == "icecubesapp://back?error=access_denied")
            for scope in ["follow", "admin:read", "nonsense"] {
                let response =
                    try await client
                    .get(authorizePath(id, "&scope=\(scope)"), site.cookie(of: leia))
                #expect(response.headers[.location] == "icecubesapp://back?error=invalid_scope")
            }
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
