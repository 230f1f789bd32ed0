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

    private static func server(_ tls: TLSFiles?) throws -> WebServer {
        try ServerWorld {
            $0.port = 0
            $0.tls = tls
        }
        .server
    }

    /// Sends a request.
    private static func post(
        to host: String = "localhost",
        port: Int,
        trusting authorities: URL?
    ) async throws {
        let endpoint = HTTPConnection.Endpoint(
            url: "https://\(host):\(port)/sync",
            authorities: authorities?.path
        )
        try await lane.run {
            _ = try HTTPConnection(to: endpoint).post([], session: nil, patience: 60_000)
        }
    }

    @Test("A server with a trusted certificate is reached, and its answers are whole")
    func trusted() async throws {
        let files = try TestCertificate.files()
        let site = try ServerWorld {
            $0.port = 0
            $0.tls = files
        }
        try await site.world.signUp("leia")
        try await ServerWorld.listening(site.server) { port in
            let address = "https://localhost:\(port)"
            try await site.exchangePictures(over: address, trusting: files.certificate)
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
                    try await Self.post(to: host, port: port, trusting: authorities)
                }
            }
        }
        try await ServerWorld.listening(Self.server(nil)) { port in
            await #expect(throws: SyncError.certificateRejected) {
                try await Self.post(port: port, trusting: files.certificate)
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
