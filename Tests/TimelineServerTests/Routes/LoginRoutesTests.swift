import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport

@testable import TimelineServer

@Suite("Login over HTTP")
struct LoginRoutesTests {
    private let site: ServerWorld

    init() async throws {
        site = try ServerWorld()
        try await site.world.signUp("leia")
    }

    /// Requests the login page as a guest, and returns the header fields for submitting a form.
    private func guestFields(_ client: TestClient) async throws -> HTTPFields {
        let page = try await client.get("/login")
        let cookie = page.headers[.setCookie]?.prefix { $0 != ";" } ?? ""
        let secret = Data(base64Encoded: String(cookie.drop { $0 != "=" }.dropFirst()))
        return [
            .cookie: String(cookie),
            .contentType: "application/x-www-form-urlencoded",
            HTTPField.Name(FormToken.header) ?? .cookie:
                FormToken(secret: secret ?? Data()).text,
        ]
    }

    private static let form =
        "email=leia%40example.org&password=correct+horse+battery&next=%2Fexplore"

    @Test("A login sets a cookie that scripts cannot read, and redirects to the requested page")
    func login() async throws {
        try await site.test { client in
            let response = try await client.post("/login", guestFields(client), Self.form)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/explore")
            let cookie = response.headers[values: .setCookie]
                .first { $0.hasPrefix("timeline-8080=") }
            #expect(cookie?.hasSuffix("; HttpOnly; SameSite=Lax") == true)
            let value = cookie?.prefix { $0 != ";" } ?? ""
            let page = try await client.get("/", [.cookie: String(value)])
            #expect(page.status == .ok)
        }
    }

    @Test("A wrong password and an unknown email lead to the same status and no session")
    func wrong() async throws {
        try await site.test { client in
            let fields = try await guestFields(client)
            let forms = ["email=leia%40example.org&password=x", "email=x%40example.org&password=x"]
            for form in forms {
                let response = try await client.post("/login", fields, form)
                #expect(response.status == .unauthorized)
                #expect(!response.headers[values: .setCookie].contains { $0.contains("-8080=x") })
            }
        }
    }

    @Test(
        "The page after the login is always on this server",
        arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "x", "/\tx"]
    )
    func openRedirect(next: String) async throws {
        let encoded = next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        try await site.test { client in
            let form = "email=leia%40example.org&password=correct+horse+battery&next=\(encoded)"
            let response = try await client.post("/login", guestFields(client), form)
            #expect(response.headers[.location] == "/")
        }
    }

    @Test("Many wrong passwords throttle the address, even for different emails")
    func throttle() async throws {
        try await site.test { client in
            let fields = try await guestFields(client)
            for number in 0..<LoginThrottle.freeFailures {
                let form = "email=user\(number)%40example.org&password=x"
                let response = try await client.post("/login", fields, form)
                #expect(response.status == .unauthorized)
            }
            let response = try await client.post("/login", fields, Self.form)
            #expect(response.status == .tooManyRequests)
            #expect(response.headers[.retryAfter] == "5")
            #expect(String(buffer: response.body).contains("; try again in 5 seconds."))
        }
    }

    @Test("A new login ends the browser's previous session")
    func replacedSession() async throws {
        let former = try await site.world.logIn("leia")
        try await site.test { client in
            let response = try await client.post("/login", site.formFields(of: former), Self.form)
            #expect(response.status == .seeOther)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await site.world.guest.session(for: former.token)
        }
    }

    @Test("Logging out ends the session and clears the browser's cache")
    func logout() async throws {
        let login = try await site.world.logIn("leia")
        try await site.test { client in
            let response = try await client.post("/logout", site.formFields(of: login))
            #expect(response.headers[.location] == "/login")
            #expect(response.headers[named: "Clear-Site-Data"] == "\"cache\"")
            #expect(response.headers[.setCookie]?.hasPrefix("timeline-8080=; ") == true)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await site.world.guest.session(for: login.token)
        }
    }

    @Test("Signing up also logs in, and a taken username is a conflict")
    func signUp() async throws {
        try await site.test { client in
            let fields = try await guestFields(client)
            let form = "email=han%40example.org&password=correct+horse+battery&username=han"
            let first = try await client.post("/signup", fields, form)
            #expect(first.status == .seeOther)
            #expect(first.headers[.location] == "/")
            let second = try await client.post(
                "/signup",
                fields,
                "email=x%40example.org&password=correct+horse+battery&username=han"
            )
            #expect(second.status == .conflict)
        }
    }

    @Test("An identity from another device is used here, with its file, the code and the password")
    func join() async throws {
        let login = try await site.world.logIn("leia")
        let sync = site.server.site.sync(of: login.session)
        let password = Password("correct horse battery")
        let (file, code) = try await sync.pair(password: password)
        let copy = try await sync.exportIdentity(password: password)
        for (file, code) in [(file, code.text), (copy, "")] {
            let other = try ServerWorld(world: TestWorld(.sqliteInMemory, seed: 4))
            try await other.test { client in
                let fields = try await guestFields(client)
                let body = MultipartBody().field("password", "correct horse battery")
                    .field("code", code).file("identity", "timeline-device", Data(file))
                let response = try await client.post("/join", fields, body)
                #expect(response.headers[.location] == "/")
                #expect(
                    try await other.world.guest.profile(of: login.user.id).user.username == "leia"
                )
                let again = try await client.post("/join", fields, body)
                #expect(again.status == (code.isEmpty ? .seeOther : .conflict))
            }
        }
    }

    @Test("A wrong file, code or password is a fault at its field, and sign-up may be closed")
    func joinFaults() async throws {
        let login = try await site.world.logIn("leia")
        let password = Password("correct horse battery")
        let (file, code) = try await site.server.site.sync(of: login.session)
            .pair(password: password)
        let other = try ServerWorld(world: TestWorld(.sqliteInMemory, seed: 4))
        try await other.test { client in
            let fields = try await guestFields(client)
            for (file, code, password, field) in [
                (Array("x".utf8), code.text, "correct horse battery", "identity"),
                (file, "X", "correct horse battery", "code"),
                (file, code.text, "geheim", "password"),
            ] {
                let body = MultipartBody().field("password", password).field("code", code)
                    .file("identity", "timeline-device", Data(file))
                let response = try await client.post("/join", fields, body)
                #expect(response.status == .unprocessableContent, "\(field)")
                let html = String(buffer: response.body)
                #expect(html.contains("id=\"\(field)-fault\"") && !html.contains("geheim"))
            }
        }
        let closed = try ServerWorld { settings in
            settings.host = "0.0.0.0"
            settings.isInsecure = true
        }
        try await closed.test { client in
            #expect(try await client.get("/join").status == .forbidden)
            let body = MultipartBody().field("password", "correct horse battery")
                .field("code", code.text).file("identity", "timeline-device", Data(file))
            let response = try await client.post("/join", guestFields(client), body)
            #expect(response.status == .forbidden)
        }
    }

    @Test("Everything that is wrong with a sign-up is shown at once, and never the password")
    func signUpFaults() async throws {
        try await site.test { client in
            let response = try await client.post(
                "/signup",
                guestFields(client),
                "email=leia&password=geheim&username=no+name&url=ftp%3A%2F%2Fx&bio=Me"
            )
            #expect(response.status == .unprocessableContent)
            let html = String(buffer: response.body)
            for field in ["username", "email", "password", "url"] {
                #expect(html.contains("id=\"\(field)-fault\""), "\(field)")
            }
            #expect(!html.contains("bio-fault") && html.contains("Me</textarea>"))
            #expect(!html.contains("geheim"))
        }
    }

    @Test("Only a form that is right otherwise learns that an email has an account")
    func takenEmail() async throws {
        try await site.test { client in
            for (password, isTold) in [("geheim", false), ("quite+another+phrase", true)] {
                let response = try await client.post(
                    "/signup",
                    guestFields(client),
                    "email=leia%40example.org&password=\(password)&username=other"
                )
                let html = String(buffer: response.body)
                #expect(html.contains("id=\"email-fault\"") == isTold)
            }
        }
    }
}
