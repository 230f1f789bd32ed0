import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelinePages
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
                #expect(
                    response.headers[.location] == "/settings/sync?done=followed-without-address"
                )
                #expect(try await page(client).contains("@han"))
                let followed = String(
                    buffer:
                        try await client.get(
                            response.headers[.location] ?? "",
                            site.cookie(of: leia)
                        )
                        .body
                )
                #expect(followed.contains("The link contains no address"))
                // There is nothing to sync with, so no sync has started, and none is offered.
                #expect(!followed.contains("Synced") && !followed.contains("sync-now"))
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

    /// Returns the page once it says something, or after many attempts, because a sync goes on after
    /// its form has been answered.
    private func page(_ client: TestClient, saying text: String) async throws -> String {
        for _ in 0..<2000 {
            let page = try await page(client)
            if page.contains(text) { return page }
        }
        return try await page(client)
    }

    @Test("A sync shows what it brought, and visitors choose no folders")
    func syncNow() async throws {
        let folder = try TemporaryFolder.make().appending(path: "shared").path
        try DurableFile.makeFolder(URL(filePath: folder))
        try await sync.addPeer(nil, at: folder)
        try await sync.addPeer(nil, at: "ssh://leia@somewhere/home/leia/my%20photos")
        try await site.world.post(by: leia.user.id)
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let first = try await client.post("/settings/sync", fields)
            #expect(first.headers[.location] == "/settings/sync")
            let before = try await page(client, saying: "this machine has not used the folder")
            #expect(before.contains("this machine has not used the folder"))
            #expect(before.contains("only <code>timeline sync</code> connects through"))
            _ = try await sync.sync(folder: folder, isOwn: true)
            try await site.world.post(by: leia.user.id, seed: 2)
            _ = try await client.post("/settings/sync", fields)
            let sent = "Nothing new arrived. Sent 1 post"
            #expect(try await page(client, saying: sent).contains(sent))
            try FileManager.default.removeItem(atPath: folder)
            _ = try await client.post("/settings/sync", fields)
            let lost = "Not synced: the folder is not there."
            #expect(try await page(client, saying: lost).contains(lost))
        }
        let peers = try await sync.peers()
        #expect(peers.first { $0.target == folder }?.failure == "folder-not-found")
        #expect(peers.first { $0.target?.hasPrefix("ssh:") == true }?.failure == nil)
    }

    @Test("A place is removed from the list, and its user stays a peer")
    func forget() async throws {
        let han = try await site.world.signUp("han").user.id
        try await sync.addPeer(han, at: "tcp://10.0.0.7:4242")
        try await site.test { client in
            #expect(try await page(client).contains("aria-label=\"Remove tcp://10.0.0.7:4242\""))
            let body = "address=\(encoded("tcp://10.0.0.7:4242"))"
            _ = try await client.post("/settings/sync/forget", site.formFields(of: leia), body)
            #expect(!(try await page(client)).contains("10.0.0.7"))
        }
        #expect(try await sync.peers().map(\.user) == [han])
    }

    @Test("Without a folder or an address there is nothing to sync with")
    func nowhere() async throws {
        try await sync.addPeer(leia.user.id)
        try await site.test { client in
            #expect(!(try await page(client)).contains("sync-now"))
            let response = try await client.post("/settings/sync", site.formFields(of: leia))
            #expect(response.status == .unprocessableContent)
            let html = String(buffer: response.body)
            #expect(html.contains("None of your peers has an address or folder."))
        }
        #expect(site.server.site.syncRuns.state(of: leia.user.id) == .none)
    }

    @Test("While a sync runs, another one is refused, and an invitation is accepted for the next")
    func running() async throws {
        try await sync.addPeer(nil, at: "tcp://127.0.0.1:1")
        let link = try await link()
        let (pause, end) = AsyncStream.makeStream(of: Void.self)
        try site.server.site.syncRuns.start(["a"], for: leia.user.id, now: { Date() }) { place in
            for await _ in pause {}
            return SyncRun.Outcome(place: place, sentence: "")
        }
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let again = try await client.post("/settings/sync", fields)
            #expect(again.status == .conflict)
            let followed = try await client.post(
                "/settings/follow",
                fields,
                "link=\(encoded(link))"
            )
            #expect(
                followed.headers[.location]?.hasPrefix("/settings/sync?done=followed") == true
            )
        }
        end.finish()
        #expect(try await sync.peers().contains { $0.user == link.user })
    }

    @Test("The number of syncs at the same time is limited")
    func limit() async throws {
        let runs = SyncRuns()
        let (pause, end) = AsyncStream.makeStream(of: Void.self)
        let start = { (number: UInt8) throws in
            let user = User.ID(bytes: Array(repeating: number, count: 16))
            try runs.start(["a"], for: #require(user), now: { Date() }) { place in
                for await _ in pause {}
                return SyncRun.Outcome(place: place, sentence: "")
            }
        }
        for number in 1...SyncRuns.limit { try start(UInt8(number)) }
        #expect(throws: RequestError.tooManyAtOnce) { try start(99) }
        end.finish()
    }

    @Test("Of several addresses of a device, the first one that answers is enough")
    func oneIsEnough() async throws {
        let runs = SyncRuns()
        let tried = Lock<[String]>([])
        let places = ["a", "b", "c"]
        let end = Date(timeIntervalSince1970: 0)
        try runs.start(places, for: leia.user.id, isOneEnough: true, now: { end }) { place in
            tried.withLock { $0.append(place) }
            return SyncRun.Outcome(place: place, sentence: "", isFailure: place == "a")
        }
        while case .running = runs.state(of: leia.user.id) { await Task.yield() }
        #expect(tried.withLock { $0 } == ["a", "b"])
        let success = SyncRun.Outcome(place: "b", sentence: "")
        #expect(runs.state(of: leia.user.id) == .finished([success], at: end))
    }

    @Test(
        "A failure is noted with its reason, like by the command",
        arguments: [
            (SyncError.system(errno: ENOSPC), true, "folder-full"),
            (.system(errno: EROFS), true, "folder-read-only"),
            (.system(errno: EACCES), true, "folder-not-permitted"),
            (.system(errno: EIO), true, "folder-unusable"),
            (.system(errno: ECONNREFUSED), false, "connection-refused"),
            (.system(errno: ECONNRESET), false, "unreachable"),
            (.unknownHost, false, "unknown-host"), (.damagedPack, true, "damaged-pack"),
        ]
    )
    func reasons(error: SyncError, isFolder: Bool, code: String) {
        #expect(error.code(atFolder: isFolder) == code)
    }

    @Test("The posts of a friend with a server are on the home page after their link is accepted")
    func friendsServer() async throws {
        let friend = try ServerWorld(world: TestWorld(.sqliteInMemory, seed: 2))
        let han = try await friend.world.signUp("han")
        let post = try await friend.world.post(by: han.user.id)
        try await ServerWorld.listening(friend.server) { port in
            let address = try PeerAddress(parsing: "http://127.0.0.1:\(port)")
            let link = try await friend.server.site.sync(of: han.session)
                .invite(at: [address])
            try await site.test { client in
                let fields = site.formFields(of: leia)
                _ = try await client.post("/settings/follow", fields, "link=\(encoded(link))")
                let runs = site.server.site.syncRuns
                while case .running = runs.state(of: leia.user.id) { await Task.yield() }
                let home = try await client.get("/", site.cookie(of: leia))
                #expect(String(buffer: home.body).contains("post-\(post.id)"))
            }
        }
    }

    @Test("Passwords cannot be tried out at a browser that is left open")
    func throttled() async throws {
        try await site.test { client in
            let fields = site.formFields(of: leia)
            var last: HTTPResponse.Status?
            for _ in 0...LoginThrottle.freeFailures {
                last = try await client.post("/settings/devices/identity", fields, "password=x")
                    .status
            }
            #expect(last == .tooManyRequests)
            let right = try await client.post("/settings/devices/identity", fields, Self.password)
            #expect(right.status == .tooManyRequests)
        }
        #expect(try await sync.status().isIdentityExported == false)
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
            let refused = "Not synced: the connection was refused."
            #expect(try await page(client, saying: refused).contains(refused))
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
            // The fault is at the field of the form that was sent, which is open.
            let shown = String(buffer: refused.body)
            #expect(shown.contains("id=\"password-\(device.id)-fault\""))
            #expect(shown.components(separatedBy: "<details open").count == 2)
            let long = String(repeating: "x", count: 201)
            let tooLong = try await client.post(
                "/settings/devices/name",
                fields,
                "device=\(device.id)&name=\(long)"
            )
            let corrected = String(buffer: tooLong.body)
            #expect(corrected.contains("id=\"name-\(device.id)-fault\""))
            #expect(corrected.contains("value=\"\(long)\""))
            #expect(corrected.components(separatedBy: "<details open").count == 2)
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
            "sync", "sync/forget", "follow", "devices/pair", "devices/name", "devices/revoke",
            "devices/identity",
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
            let html = String(buffer: page.body)
            // The script replaces this text by the link.
            #expect(html.contains("The link is in the address of this page, after the #.</code>"))
        }
    }
}
