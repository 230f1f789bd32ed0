import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: requests from other sites")
struct CrossSiteTests {
    private let site: ServerWorld
    private let leia: Login
    private let post: PostView

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        post = try await site.world.post(by: leia.user.id)
    }

    /// The paths of all forms for logged-in users.
    static let forms = [
        "logout", "new", "settings/profile", "settings/appearance", "settings/password",
        "settings/sessions", "settings/delete", "@leia/follow", "@leia/unfollow", "@leia/mute",
        "@leia/unmute", "@leia/block",
        "@leia/unblock", "post/:post/like",
        "post/:post/unlike", "post/:post/bookmark", "post/:post/unbookmark", "post/:post/comments",
        "post/:post/edit", "post/:post/delete",
        "comment/:post/delete",
    ]

    private func path(_ form: String) -> String {
        "/" + form.replacing(":post", with: post.id.description)
    }

    @Test("No form is accepted without its token", arguments: forms + ["login", "signup"])
    func missingToken(form: String) async throws {
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[named: FormToken.header] = nil
            let response = try await client.post(path(form), fields, "text=x&next=/")
            #expect(response.status == .forbidden)
        }
    }

    @Test("No form is accepted with the token of another session", arguments: forms)
    func foreignToken(form: String) async throws {
        let other = try await site.world.logIn("leia")
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[named: FormToken.header] = FormToken(secret: other.token.bytes).text
            let response = try await client.post(path(form), fields, "text=x")
            #expect(response.status == .forbidden)
        }
    }

    @Test("A forged form changes nothing")
    func unchanged() async throws {
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[named: FormToken.header] = nil
            for form in Self.forms {
                _ = try await client.post(path(form), fields, "session=others")
            }
            #expect(try await leia.session.post(post.id) == post)
            #expect(try await leia.session.bookmarks().posts.isEmpty)
        }
    }

    @Test(
        "A page from another origin can change nothing, even with a token",
        arguments: [
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
            ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "https://localhost"),
        ]
    )
    func origin(field: String, value: String) async throws {
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[named: field] = value
            let response = try await client.post(path("post/:post/like"), fields)
            #expect(response.status == .forbidden)
            #expect(try await leia.session.post(post.id).likeCount == 0)
        }
    }

    @Test(
        "The site's own pages, and programs that are not browsers, are accepted",
        arguments: [
            ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "none"),
            ("Origin", "http://localhost"), ("X-Other", "x"),
        ]
    )
    func ownOrigin(field: String, value: String) async throws {
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[named: field] = value
            let response = try await client.post(path("post/:post/like"), fields)
            #expect(response.status == .seeOther)
            #expect(try await leia.session.post(post.id).likeCount == 1)
        }
    }

    @Test(
        "Behind a reverse proxy, the origin is that of its address, whatever host it passes on",
        arguments: [
            ("http://photos.lan:8080", "http://photos.lan:8080", true),
            ("http://photos.lan:8080", "http://photos.lan", false),
            ("https://Photos.Example:443/", "https://photos.example", true),
            ("https://[::1]:99/", "https://[::1]:99", true),
            ("https://photos.example", "https://evil.example", false),
            ("https://photos.example", "http://photos.example", false),
        ]
    )
    func proxy(address: String, origin: String, isOwn: Bool) async throws {
        let site = try ServerWorld(world: site.world) { $0.publicURL = URL(string: address) }
        try await site.test { client in
            var fields = site.formFields(of: leia)
            fields[.origin] = origin
            let response = try await client.post(path("post/:post/like"), fields)
            #expect(response.status == (isOwn ? .seeOther : .forbidden))
        }
    }

    @Test("GET requests change nothing", arguments: forms)
    func get(form: String) async throws {
        try await site.test { client in
            _ = try await client.get(path(form), site.cookie(of: leia))
            #expect(try await leia.session.post(post.id) == post)
        }
    }

    @Test("A multipart form without files also needs the token")
    func missingTokenInParts() async throws {
        try await site.test { client in
            let body = MultipartBody().field("bio", "Forged")
            let fields = site.cookie(of: leia)
            let response = try await client.post("/settings/profile", fields, body)
            #expect(response.status == .forbidden)
            #expect(try await leia.session.user().bio != "Forged")
        }
    }

    @Test("In a form with a file, the token must come before the file")
    func lateToken() async throws {
        let token = FormToken(secret: leia.token.bytes).text
        let photo = SamplePhotos.jpeg
        try await site.test { client in
            let late = MultipartBody().file("photo", "a.jpg", photo).field("token", token)
            let first = try await client.post("/new", site.cookie(of: leia), late)
            #expect(first.status == .forbidden)
            let early = MultipartBody().field("token", token).file("photo", "a.jpg", photo)
            let second = try await client.post("/new", site.cookie(of: leia), early)
            #expect(second.status == .seeOther)
        }
    }
}
