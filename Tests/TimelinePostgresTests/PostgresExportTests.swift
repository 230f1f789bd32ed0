#if Cluster
import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

@Suite(
    "An export of a store in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct PostgresExportTests {
    @Test("Photos may take longer than a transaction may pause, and are reserved")
    func slowPhotos() async throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        let photos = InMemoryBlobStore()
        let world = try TestWorld(repository: repository, blobs: photos)
        try await world.post(by: world.signUp("leia").user.id, "red sun", seed: 1)

        /// Lets the server end transactions that pause for 0.1 seconds.
        @Sendable func shortenPauses() throws {
            repository.pool.forgetIdle()
            try repository.pool.use {
                try $0.execute("SET idle_in_transaction_session_timeout = 100")
            }
        }
        try shortenPauses()
        #expect(throws: TimelineError.self) {
            try repository.read { reader, _ in
                _ = try reader.epoch()
                try server.execute("SELECT pg_sleep(0.4)")
                _ = try reader.referencedBlobs()
            }
        }
        try shortenPauses()
        let reservations = Lock(0)
        let slow = ProbingBlobStore(photos) { point in
            switch point {
            case .reserving:
                // Reserving blobs in S3 writes to the repository.
                try repository.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
                reservations.withLock { $0 += 1 }
                try shortenPauses()
            case .reading: try server.execute("SELECT pg_sleep(0.4)")
            default: break
            }
        }
        let folder = try TemporaryFolder.make().appending(path: "archive")
        let report =
            try await TestWorld(repository: repository, blobs: slow, clock: world.clock).owner
            .export(to: folder, as: .folder)
        #expect(report.photos == 1 && report.lostPhotos == 0)
        #expect(reservations.withLock { $0 } == 1)
    }
}
#endif
