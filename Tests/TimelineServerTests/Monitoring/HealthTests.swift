import Foundation
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Health and readiness")
struct HealthTests {
    private static let failure = StorageError(operation: "Reading /secret", reason: "a broken disk")

    /// Returns the status and the text of a path, also under a name that the server does not have.
    private func get(_ path: String, of site: ServerWorld) async throws -> (Int, String) {
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "balancer.example",
            path: path
        )
        let response = try await TestClient(site.server).respond(to: head)
        return (response.status.code, String(buffer: response.body))
    }

    @Test("A server with a store that answers is alive and ready")
    func ready() async throws {
        let site = try ServerWorld()
        #expect(try await get("/healthz", of: site) == (200, "The server is running.\n"))
        #expect(try await get("/readyz", of: site) == (200, "The server is ready.\n"))
    }

    @Test("A server whose store fails is alive, but not ready, and says nothing else")
    func failing() async throws {
        let error = Lock<TimelineError?>(.storageFailed(Self.failure))
        let site = try ServerWorld(
            probe: StoreProbe { if let error = error.withLock(\.self) { throw error } }
        )
        #expect(try await get("/healthz", of: site).0 == 200)
        #expect(try await get("/readyz", of: site) == (503, "The store cannot be read.\n"))
        error.withLock { $0 = .storeTooNew }
        let sentence = "A later version of this program has changed the store.\n"
        #expect(try await get("/readyz", of: site) == (503, sentence))
        error.withLock { $0 = nil }
        #expect(try await get("/readyz", of: site).0 == 200)
    }

    @Test("A store that hangs blocks one thread, and no answer for longer than the deadline")
    func hanging() async throws {
        let held = HeldCall()
        held.arm()
        let count = Lock(0)
        let (ticks, source) = AsyncStream.makeStream(of: Void.self)
        let readiness = Readiness {
            for await _ in ticks { return }
        } probe: {
            count.withLock { $0 += 1 }
            held.pass()
        }
        async let first = readiness.fault()
        try await held.untilHolding()
        async let second = readiness.fault()
        source.finish()
        #expect(await [first, second] == [.storeSilent, .storeSilent])
        #expect(count.withLock(\.self) == 1)
        held.release()
        try await wait { await readiness.fault() == nil }
    }

    @Test("A server that was told to stop is not ready, and answers until it has drained")
    func draining() async throws {
        let site = try ServerWorld()
        let (ticks, source) = AsyncStream.makeStream(of: Void.self)
        let draining = Draining(readiness: site.server.site.readiness) {
            for await _ in ticks { return }
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: draining)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        async let end: Void = group.run()
        #expect(try await get("/readyz", of: site).0 == 200)
        await group.triggerGracefulShutdown()
        try await wait { try await get("/readyz", of: site).0 == 503 }
        #expect(try await get("/readyz", of: site).1 == "The server is shutting down.\n")
        #expect(try await get("/healthz", of: site).0 == 200)
        source.finish()
        try await end
    }
}
