#if TLS
import Foundation
import NIOSSL
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer
@testable import TimelineSync

/// The client of sync, against servers with TLS.
@Suite("Requests to servers over TLS", .timeLimit(.minutes(20)))
struct HTTPSClientTests {
    /// The threads of the clients.
    private static let lane = BlockingExecutor(width: 4)

    /// Returns a server that answers with the reversed body.
    private static func server(_ tls: TLSFiles?) throws -> WebServer {
        let answering = SyncAnswering { _ in
            HTTPLimits.body
        } answer: { request in
            SyncAnswering.Answer(session: "ab", body: request.body.reversed())
        }
        return try ServerWorld(syncing: answering) {
            $0.port = 0
            $0.tls = tls
        }
        .server
    }

    /// Sends two requests, and returns the first body.
    private static func post(
        _ body: [UInt8],
        to host: String = "localhost",
        port: Int,
        trusting authorities: URL?
    ) async throws -> [UInt8] {
        let endpoint = HTTPConnection.Endpoint(
            url: "https://\(host):\(port)/sync",
            authorities: authorities?.path
        )
        return try await lane.run {
            let connection = try HTTPConnection(to: endpoint)
            let first = try connection.post(body, session: nil, patience: 60_000)
            let second = try connection.post([], session: first.session, patience: 60_000)
            #expect(second.body.isEmpty)
            return first.body
        }
    }

    @Test("A server with a trusted certificate is reached, and its answers are whole")
    func trusted() async throws {
        let files = try TestCertificate.files()
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await ServerWorld.listening(Self.server(files)) { port in
            let reply = try await Self.post(body, port: port, trusting: files.certificate)
            #expect(reply == body.reversed())
        }
    }

    @Test("An unknown authority, another name and a server without TLS are rejected")
    func rejected() async throws {
        let files = try TestCertificate.files()
        try await ServerWorld.listening(Self.server(files)) { port in
            let other = try TestCertificate.files(TestCertificate.named).certificate
            for (authorities, host) in [
                (nil, "localhost"), (other, "localhost"), (files.certificate, "127.0.0.1"),
            ] {
                await #expect(throws: SyncError.certificateRejected) {
                    try await Self.post([], to: host, port: port, trusting: authorities)
                }
            }
        }
        try await ServerWorld.listening(Self.server(nil)) { port in
            await #expect(throws: SyncError.certificateRejected) {
                try await Self.post([], port: port, trusting: files.certificate)
            }
        }
    }

    @Test("A server whose certificate is not trusted has answered a probe")
    func probe() async throws {
        try await ServerWorld.listening(Self.server(TestCertificate.files())) { port in
            let address = try PeerAddress(parsing: "https://localhost:\(port)")
            try await Self.lane.run { try HTTPCarrier.probe(address) }
        }
    }
}
#endif
