import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Sync and invitations on the pages")
struct InvitationRoutesTests {
    /// Lets a user follow han, whose devices it has never met.
    private func followHan(_ login: Login, on site: ServerWorld) async throws {
        let other = try TestWorld(.sqliteInMemory, seed: 2)
        let han = StoreSync(
            owner: other.owner,
            user: try await other.user("han"),
            partialBlobs: site.uploads
        )
        try await site.server.site.sync(of: login.session).follow(han.invite())
    }

    /// Returns the link on a page.
    private func link(_ page: String) throws -> InvitationLink {
        let text = try #require(page.firstMatch(of: /timeline follow &#39;(.+?)&#39;/)).1
        return try InvitationLink(parsing: String(text))
    }

    @Test("The settings show the peers, all facts and the reminder")
    func settings() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let before = try await client.get("/settings", site.cookie(of: leia)).text
            #expect(before.contains("Nothing is missing."))
            try await followHan(leia, on: site)
            let folder = try TemporaryFolder.make().appending(path: "<b>").path
            try DurableFile.makeFolder(URL(filePath: folder))
            let sync = site.server.site.sync(of: leia.session)
            try await sync.addPeer(nil, at: folder)
            try await sync.noteSync(at: folder, try await sync.sync(folder: folder, isOwn: true))
            site.world.clock.advance(by: 7200)
            let page = try await client.get("/settings", site.cookie(of: leia)).text
            #expect(page.contains("@han") && page.contains("never synced directly"))
            #expect(page.contains("Missing: Everything by @han"))
            #expect(page.contains("The last sync was 2 hours ago."))
            #expect(page.contains("equal 2 hours ago"))
            #expect(!page.contains("/<b>") && page.contains("/&lt;b"))
            #expect(page.contains("Download one under “Sync and devices”."))
            #expect(page.contains("href=\"/settings/sync\""))
            #expect(page.contains("href=\"/settings/invite\""))
        }
    }

    @Test(
        "After the deletion of an account, the login page says that devices learn of it by a sync"
    )
    func leaving() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await followHan(leia, on: site)
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let body = "password=correct+horse+battery"
            let response = try await client.post("/settings/delete", fields, body)
            let location = try #require(response.headers[.location])
            #expect(location == "/login?note=unsynced")
            let page = try await client.get(location).text
            #expect(page.contains("deleted. To delete everything on your other devices"))
            #expect(page.contains("<code>timeline sync</code>"))
        }
    }

    @Test("An invitation is made by a form, and its page is not stored")
    func invite() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let form = try await client.get("/settings/invite", site.cookie(of: leia)).text
            #expect(!form.contains("<svg class=\"qr\""))
            let fields = site.formFields(of: leia)
            let response = try await client.post("/settings/invite", fields, "address=")
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl]?.contains("no-store") == true)
            #expect(response.text.contains("<svg class=\"qr\""))
            #expect(try link(response.text).addresses.isEmpty)
            let other = try await client.post("/settings/invite", fields, "address=http%3A%2F%2Fa")
            let link = try link(other.text)
            #expect(link.addresses.map(\.description) == ["http://a"])
            #expect(link.user == leia.user.id)
            let invitations = try await site.server.site.sync(of: leia.session).invitations()
            #expect(invitations.count == 2)
        }
    }

    @Test("An address that links cannot contain is reported at its field")
    func invalidAddress() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let response = try await client.post(
                "/settings/invite",
                site.formFields(of: leia),
                "address=nonsense"
            )
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("id=\"address-fault\""))
            #expect(response.text.contains("value=\"nonsense\""))
        }
    }

    @Test("The address of a server that others reach is suggested")
    func suggestion() async throws {
        let site = try ServerWorld { settings in
            settings.host = "0.0.0.0"
            settings.isInsecure = true
        }
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let page = try await client.get("/settings/invite", site.cookie(of: leia)).text
            #expect(page.contains("value=\"http://localhost/@leia\""))
        }
        let proxied = try ServerWorld(world: site.world) {
            $0.publicURL = URL(string: "https://photos.example:444")
        }
        try await proxied.test { client in
            let page = try await client.get("/settings/invite", proxied.cookie(of: leia)).text
            #expect(page.contains("value=\"https://photos.example:444/@leia\""))
        }
    }

    @Test("Guests cannot make invitations, and forged forms neither")
    func guests() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let guest = try await client.get("/settings/invite")
            #expect(guest.headers[.location]?.hasPrefix("/login") == true)
            var fields = site.cookie(of: leia)
            fields[.contentType] = "application/x-www-form-urlencoded"
            let forged = try await client.post("/settings/invite", fields, "address=")
            #expect(forged.status == .forbidden)
        }
    }
}

extension TestResponse {
    fileprivate var text: String { String(buffer: body) }
}
