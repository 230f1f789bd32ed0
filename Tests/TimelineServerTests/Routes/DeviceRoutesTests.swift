import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Syncing, devices and the identity on the pages")
struct DeviceRoutesTests {
    private let site: ServerWorld
    private let leia: Login

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
    }

    private static let password = "password=correct+horse+battery"

    private var sync: StoreSync { site.server.site.sync(of: leia.session) }

    /// Returns a link of han, who lives in another store.
    private func link() async throws -> InvitationLink {
        let other = try TestWorld(.sqliteInMemory, seed: 2)
        let han = try await other.user("han")
        return try await StoreSync(owner: other.owner, user: han, partialBlobs: site.uploads)
            .invite()
    }

    private func encoded(_ text: some CustomStringConvertible) -> String {
        text.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func page(_ client: TestClient) async throws -> String {
        String(buffer: try await client.get("/settings/sync", site.cookie(of: leia)).body)
    }

    @Test("A link is accepted, also as the address of the page that offers it")
    func accept() async throws {
        let link = try await link()
        let payload = link.description.dropFirst(InvitationLink.prefix.count)
        for text in ["\(link)", " \(link)\n", "http://a:8080/invitation#\(payload)"] {
            try await site.test { client in
                let body = "link=\(encoded(text))"
                let fields = site.formFields(of: leia)
                let response = try await client.post("/settings/follow", fields, body)
                #expect(response.headers[.location] == "/settings/sync?done=followed")
                #expect(try await page(client).contains("@han"))
            }
            #expect(try await sync.peers().contains { $0.user == link.user })
        }
    }

    @Test("Another text, an expired link and a link of one's own are refused at the field")
    func wrongLinks() async throws {
        let link = try await link()
        let own = try await sync.invite()
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let other = try await client.post("/settings/follow", fields, "link=%3Cb%3E")
            #expect(other.status == .unprocessableContent)
            #expect(String(buffer: other.body).contains("id=\"link-fault\""))
            #expect(String(buffer: other.body).contains("&lt;b&gt;</textarea>"))
            let selfish = try await client.post("/settings/follow", fields, "link=\(encoded(own))")
            #expect(selfish.status == .unprocessableContent)
            site.world.clock.advance(by: 8 * 86_400)
            let late = try await client.post("/settings/follow", fields, "link=\(encoded(link))")
            #expect(String(buffer: late.body).contains("This invitation has expired"))
        }
        #expect(try await sync.peers().isEmpty)
    }

    @Test("A sync shows what it brought, and visitors choose no folders")
    func syncNow() async throws {
        let folder = try TemporaryFolder.make().appending(path: "shared").path
        try DurableFile.makeFolder(URL(filePath: folder))
        try await sync.addPeer(nil, at: folder)
        try await sync.addPeer(nil, at: "ssh://somewhere")
        try await site.world.post(by: leia.user.id)
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let first = try await client.post("/settings/sync", fields)
            #expect(first.headers[.location] == "/settings/sync")
            let before = try await page(client)
            #expect(before.contains("this machine has not used the folder"))
            #expect(before.contains("only <code>timeline sync</code> connects through"))
            _ = try await sync.sync(folder: folder, isOwn: true)
            try await site.world.post(by: leia.user.id, seed: 2)
            _ = try await client.post("/settings/sync", fields)
            #expect(try await page(client).contains("Nothing new arrived. Sent 1 post"))
        }
    }

    @Test("An address that does not answer is stated, and another text is a fault at the field")
    func addresses() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            for text in ["/etc", "ssh%3A%2F%2Fhost", "https%3A%2F%2Fhost%2Fpath", "%3Cb%3E"] {
                let wrong = try await client.post("/settings/sync", fields, "address=\(text)")
                #expect(wrong.status == .unprocessableContent, "\(text)")
                #expect(String(buffer: wrong.body).contains("id=\"address-fault\""))
            }
            let closed = "address=tcp%3A%2F%2F127.0.0.1%3A1"
            let response = try await client.post("/settings/sync", fields, closed)
            #expect(response.headers[.location] == "/settings/sync")
            #expect(try await page(client).contains("Not synced: the connection was refused."))
        }
    }

    @Test("A device is added, named and revoked, with the password")
    func devices() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let path = "/settings/devices/pair"
            let wrong = try await client.post(path, fields, "name=Phone&password=x")
            #expect(wrong.status == .unauthorized)
            #expect(String(buffer: wrong.body).contains("id=\"password-pair-fault\""))
            #expect(try await sync.devices().count == 1)
            let paired = try await client.post(path, fields, "name=Phone&\(Self.password)")
            let html = String(buffer: paired.body)
            #expect(paired.headers[.cacheControl] == "no-store")
            #expect(html.contains("href=\"data:application/octet-stream;base64,"))
            #expect(html.contains(#/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]</code>/#))
            let device = try #require(try await sync.devices().last)
            #expect(try await page(client).contains(">Phone</b>"))
            let named = "device=\(device.id)&name=%3Ci%3E"
            _ = try await client.post("/settings/devices/name", fields, named)
            #expect(try await page(client).contains(">&lt;i&gt;</b>"))
            let revoke = "/settings/devices/revoke"
            let refused = try await client.post(revoke, fields, "device=\(device.id)&password=x")
            #expect(refused.status == .unauthorized)
            let own = try #require(try await sync.devices().first?.id)
            let this = try await client.post(revoke, fields, "device=\(own)&\(Self.password)")
            #expect(this.status == .badRequest)
            #expect(try await sync.devices().allSatisfy { $0.revokedAt == nil })
            _ = try await client.post(revoke, fields, "device=\(device.id)&\(Self.password)")
            #expect(try await page(client).contains("Revoked on"))
        }
        #expect(try await sync.devices().map { $0.revokedAt == nil } == [true, false])
    }

    @Test("A copy of the identity is downloaded with the password only, and never stored")
    func identity() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let path = "/settings/devices/identity"
            let wrong = try await client.post(path, fields, "password=x")
            #expect(wrong.status == .unauthorized)
            #expect(try await sync.status().isIdentityExported == false)
            let right = try await client.post(path, fields, Self.password)
            #expect(right.headers[.cacheControl] == "no-store")
            #expect(
                right.headers[.contentDisposition]
                    == "attachment; filename=\"timeline-identity-leia\""
            )
            let copy = Array(right.body.readableBytesView)
            let other = try TestWorld(.sqliteInMemory, seed: 3)
            let restored = try await StoreSync.importIdentity(
                from: copy,
                password: Password("correct horse battery"),
                current: nil,
                into: other.owner,
                partialBlobs: site.uploads
            )
            #expect(restored.user == leia.user.id)
            #expect(try await sync.status().isIdentityExported)
        }
    }

    @Test(
        "Guests and other sites can do none of it",
        arguments: [
            "sync", "follow", "devices/pair", "devices/name", "devices/revoke", "devices/identity",
        ]
    )
    func guests(path: String) async throws {
        try await site.test { client in
            let page = try await client.get("/settings/\(path)")
            #expect(page.headers[.location]?.hasPrefix("/login") == true)
            var fields = site.cookie(of: leia)
            fields[.contentType] = "application/x-www-form-urlencoded"
            let forged = try await client.post("/settings/\(path)", fields, Self.password)
            #expect(forged.status == .forbidden)
            var foreign = site.formFields(of: leia)
            foreign[named: "Sec-Fetch-Site"] = "cross-site"
            let other = try await client.post("/settings/\(path)", foreign, Self.password)
            #expect(other.status == .forbidden)
        }
        #expect(try await sync.devices().count == 1)
    }

    @Test("The page of an invitation is open to everyone, and knows no link")
    func invitation() async throws {
        try await site.test { client in
            let page = try await client.get("/invitation")
            #expect(page.status == .ok)
            #expect(!String(buffer: page.body).contains("timeline://follow/1"))
        }
    }
}
