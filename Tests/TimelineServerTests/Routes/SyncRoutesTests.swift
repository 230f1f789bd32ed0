import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Sessions of devices over HTTP")
struct SyncRoutesTests {
    private let site: ServerWorld

    init() async throws {
        site = try ServerWorld()
        try await site.world.signUp("leia")
    }

    /// Returns the fields of a request in a session.
    private static func fields(_ session: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[named: "Timeline-Session"] = session
        return fields
    }

    @Test("A body is answered with a body, without a cookie or a form's token")
    func answers() async throws {
        try await site.test { client in
            var handshake = SecureHandshake(role: .initiator, key: NoiseKey())
            let hello = ByteBuffer(bytes: try handshake.advance())
            let response = try await client.post("/sync", [:], hello)
            #expect(response.status == .ok)
            let session = try #require(response.headers[named: "Timeline-Session"])
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.contentType] == "application/octet-stream")
            #expect(response.headers[.setCookie] == nil)
            let last = try handshake.advance(with: Array(response.body.readableBytesView))
            var channel = try #require(try handshake.channel())
            // The session of a stranger is over.
            let world = try TestWorld(.sqliteInMemory, seed: 2)
            let stranger = StoreSync(
                owner: world.owner,
                user: try await world.user("mallory"),
                partialBlobs: site.uploads
            )
            let leia = try await site.world.logIn("leia").session
            try await stranger.follow(site.server.site.sync(of: leia).invite())
            var scope = try stranger.openSession(role: .initiator, peer: channel.peer)
            let turn = scope.start(at: .present(world.clock.environment))
            let body = ByteBuffer(bytes: try last + channel.seal(turn))
            let end = try await client.post("/@leia/sync", Self.fields(session), body)
            #expect(end.status == .ok)
            #expect(end.headers[named: "Timeline-Session"] == nil)
        }
        #expect(site.server.site.responder.sessionCount == 0)
    }

    @Test("Each refusal has a status")
    func refusals() async throws {
        try await site.world.signUp("han")
        let cases: [(String, session: String?, HTTPResponse.Status)] = [
            ("/@leia/sync", "gone", .gone), ("/@leia/sync", nil, .badRequest),
            ("/sync", nil, .multipleChoices), ("/@nobody/sync", nil, .notFound),
        ]
        try await site.test { client in
            for (path, session, status) in cases {
                let response = try await client.post(path, Self.fields(session), "abc")
                #expect(response.status == status)
            }
        }
        #expect(SyncRequestError.busy.status == .serviceUnavailable)
    }

    @Test("A body of unknown length or beyond the limit is not read")
    func limits() async throws {
        try await site.test { client in
            let long = String(repeating: "x", count: HTTPLimits.strangerRequest + 1)
            #expect(try await client.post("/sync", [:], long).status == .contentTooLarge)
            let other = try await client.post("/sync", [:], String(long.dropLast()))
            #expect(other.status == .badRequest)
            let head = HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/sync"
            )
            let response = try await client.respond(to: head, ByteBuffer(string: "abc"))
            #expect(response.status == .lengthRequired)
        }
    }

    @Test("A device and a server exchange large pictures whole", .timeLimit(.minutes(20)))
    func pictures() async throws {
        let server = try ServerWorld(world: site.world) { $0.port = 0 }
        try await ServerWorld.listening(server.server) { port in
            try await server.exchangePictures(over: "http://localhost:\(port)")
        }
    }

    @Test("A page of another site cannot send requests")
    func otherSite() async throws {
        try await site.test { client in
            let fields: HTTPFields = [.origin: "http://evil.example"]
            let response = try await client.post("/sync", fields, "abc")
            #expect(response.status == .forbidden)
        }
    }

    @Test("Silent devices are looked for as long as the server runs", .timeLimit(.minutes(20)))
    func silence() async throws {
        let steps = Lock<[String]>([])
        let (running, start) = AsyncStream.makeStream(of: Void.self)
        let responder = SyncResponder(owner: site.world.owner, partialBlobs: site.uploads) {
            steps.withLock { $0.append("started") }
            start.yield()
            for await _ in AsyncStream<Void>.makeStream().stream {}
            steps.withLock { $0.append("cancelled") }
            throw CancellationError()
        } uptime: {
            0
        }
        let site = try ServerWorld(world: site.world, responder: responder) { $0.port = 0 }
        try await ServerWorld.listening(site.server) { _ in
            _ = await running.first { _ in true }
            #expect(steps.withLock { $0 } == ["started"])
        }
        #expect(steps.withLock { $0 } == ["started", "cancelled"])
    }
}
