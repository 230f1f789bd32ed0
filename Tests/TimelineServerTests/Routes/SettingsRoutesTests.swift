import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Settings over HTTP")
struct SettingsRoutesTests {
    private let site: ServerWorld
    private let leia: Login

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
    }

    private func isOpen(_ login: Login) async throws -> Bool {
        do {
            _ = try await site.world.guest.session(for: login.token)
            return true
        } catch TimelineError.notLoggedIn {
            return false
        }
    }

    @Test(
        "The addresses of forms without a page lead to the settings",
        arguments: ["/settings/sessions", "/settings/appearance"]
    )
    func formAddresses(path: String) async throws {
        try await site.test { client in
            let response = try await client.get(path, site.cookie(of: leia))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/settings")
        }
    }

    private static let newPassword = "another+long+password"

    @Test("Changing the password requires the current one")
    func wrongPassword() async throws {
        try await site.test { client in
            let body = "password=wrong+horse+battery&new-password=\(Self.newPassword)"
            let fields = site.formFields(of: leia)
            let response = try await client.post("/settings/password", fields, body)
            #expect(response.status == .unauthorized)
            let page = String(buffer: response.body)
            #expect(page.contains("The password is wrong.") && !page.contains("email or"))
            // Browsers show the address of the form then, which they may reload.
            let again = try await client.get("/settings/password", site.cookie(of: leia))
            #expect(again.status == .ok)
        }
        try await site.world.logIn("leia")
    }

    @Test("Changing the password ends the other sessions and invalidates the old password")
    func newPassword() async throws {
        let other = try await site.world.logIn("leia")
        try await site.test { client in
            let body = "password=correct+horse+battery&new-password=\(Self.newPassword)"
            let fields = site.formFields(of: leia)
            let response = try await client.post("/settings/password", fields, body)
            #expect(response.headers[.location] == "/settings?done=password")
            let page = try await client.get("/settings?done=password", site.cookie(of: leia))
            let text = String(buffer: page.body)
            #expect(text.contains("<span>Your password was changed, and your other sessions"))
        }
        #expect(try await isOpen(leia))
        #expect(try await !isOpen(other))
        await #expect(throws: TimelineError.wrongPassword) { try await site.world.logIn("leia") }
        try await site.world.logIn("leia", Password("another long password"))
    }

    @Test("A weak new password is reported at its own field, and no password is shown again")
    func weakPassword() async throws {
        try await site.test { client in
            let body = "password=correct+horse+battery&new-password=password1"
            var fields = site.formFields(of: leia)
            let page = try await client.post("/settings/password", fields, body)
            #expect(page.status == .unprocessableContent)
            #expect(!String(buffer: page.body).contains("correct horse"))
            #expect(!String(buffer: page.body).contains("password1"))
            fields[.accept] = "application/json"
            let report = try await client.post("/settings/password", fields, body)
            #expect(String(buffer: report.body).contains("\"field\":\"new-password\""))
        }
    }

    @Test("Wrong passwords in the settings throttle the address, as in logins")
    func throttle() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            var statuses: [HTTPResponse.Status] = []
            for number in 0...LoginThrottle.freeFailures {
                let path = number.isMultiple(of: 2) ? "password" : "delete"
                let body = "password=wrong+horse+battery&new-password=\(Self.newPassword)"
                statuses.append(try await client.post("/settings/\(path)", fields, body).status)
            }
            #expect(statuses.first == .unauthorized)
            #expect(statuses.last == .tooManyRequests)
        }
    }

    @Test("The settings and the question before a deletion state the amount of the user's data")
    func amount() async throws {
        let han = try await site.world.signUp("han")
        let post = try await site.world.post(by: leia.user.id, "Two suns")
        try await site.world.post(by: han.user.id)
        _ = try await leia.session.comment(on: post.id, "Mine")
        try await leia.session.like(post.id)
        try await site.test { client in
            let settings = try await client.get("/settings", site.cookie(of: leia))
            let text = String(buffer: settings.body)
            #expect(text.contains("You have 1 post with 1 photo, and wrote 1 comment."))
            let question = try await client.get("/settings/delete", site.cookie(of: leia))
            let list = "1 post with its pictures, 1 comment and 1 like go with it."
            #expect(String(buffer: question.body).contains(list))
        }
    }

    @Test("Deleting the account requires the password and ends all of its sessions")
    func deletion() async throws {
        let other = try await site.world.logIn("leia")
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let wrong = try await client.post("/settings/delete", fields, "password=x")
            #expect(wrong.status == .unauthorized)
            #expect(try await isOpen(leia))
            let body = "password=correct+horse+battery"
            let response = try await client.post("/settings/delete", fields, body)
            #expect(response.headers[.location] == "/login?note=deleted")
            let page = try await client.get("/login?note=deleted")
            #expect(String(buffer: page.body).contains("Your account was deleted."))
            #expect(!String(buffer: page.body).contains("timeline sync"))
            #expect(response.headers[named: "Clear-Site-Data"] == "\"cache\"")
            #expect(response.headers[.setCookie]?.hasPrefix("timeline-8080=; ") == true)
        }
        #expect(try await !isOpen(leia))
        #expect(try await !isOpen(other))
        await #expect(throws: TimelineError.userNotFound("leia")) {
            try await site.world.guest.user(withUsername: "leia")
        }
    }

    @Test("One session, or all others, can be ended")
    func sessions() async throws {
        let second = try await site.world.logIn("leia")
        let third = try await site.world.logIn("leia")
        let bytes = try #require(second.session.id).bytes
        try await site.test { client in
            let page = try await client.get("/settings", site.cookie(of: leia))
            let id = bytes.map { String(format: "%02x", $0) }.joined()
            #expect(String(buffer: page.body).contains(id))
            let fields = site.formFields(of: leia)
            _ = try await client.post("/settings/sessions", fields, "session=\(id)")
            #expect(try await !isOpen(second))
            #expect(try await isOpen(third))
            _ = try await client.post("/settings/sessions", fields, "session=others")
            #expect(try await !isOpen(third))
            #expect(try await isOpen(leia))
        }
    }

    @Test("The appearance is stored in cookies that scripts cannot read")
    func appearance() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let response = try await client.post("/settings/appearance", fields, "theme=dark")
            let cookies = response.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("timeline-theme-8080=dark; ") })
            #expect(cookies.contains { $0.hasPrefix("timeline-shortcuts-8080=off; ") })
            #expect(cookies.allSatisfy { $0.hasSuffix("; HttpOnly; SameSite=Lax") })
            var dark = site.cookie(of: leia)
            dark[.cookie] = "timeline-theme-8080=dark; " + (dark[.cookie] ?? "")
            let page = try await client.get("/settings", dark)
            #expect(String(buffer: page.body).contains("data-theme=\"dark\""))
        }
    }

    @Test("Only the profile fields in the form are changed")
    func profile() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let form = MultipartBody().field("bio", "Princess").field("name", "Leia Organa")
                .file("photo", "", Data())
            let response = try await client.post("/settings/profile", fields, form)
            #expect(response.headers[.location] == "/@leia")
            let cleared = MultipartBody().field("bio", "")
            _ = try await client.post("/settings/profile", fields, cleared)
            let user = try await leia.session.user()
            #expect(user.displayName == "Leia Organa")
            #expect(user.bio == nil || user.bio == "")
        }
    }
}
