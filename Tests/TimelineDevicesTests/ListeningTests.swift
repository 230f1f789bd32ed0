import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineDevices

@Suite("Connections from other devices", .timeLimit(.minutes(20)))
struct ListeningTests {
    @Test("A connection without a session is not a failure")
    func probe() async throws {
        let anna = try await Site(.sqliteInMemory, "anna", seed: 1)
        let listener = try TCPListener(host: "127.0.0.1")
        try await StoreSync.probe(PeerAddress(parsing: "tcp://127.0.0.1:\(listener.port)"))
        let connection = try await anna.sync.runBlocking { try listener.accept(timeout: 60_000) }
        #expect(try await anna.sync.serve(#require(connection)) == nil)
    }
}
