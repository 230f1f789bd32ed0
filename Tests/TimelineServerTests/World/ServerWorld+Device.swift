import Foundation
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport

@testable import TimelineServer

extension ServerWorld {
    /// Pairs another device of leia, syncs it with the server, and checks that each has received
    /// the other's picture whole.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - authorities: A PEM file with the only certificates to trust, or `nil` for the system's.
    /// - Throws: A `SyncError` or a `TimelineError`.
    func exchangePictures(over address: String, trusting authorities: URL? = nil) async throws {
        let leia = try await world.logIn("leia")
        let (file, code) = try await server.site.sync(of: leia.session)
            .pair(password: TestWorld.password)
        let device = try TestWorld(.sqliteInMemory, seed: 2)
        let folder = try TemporaryFolder.make()
        _ = try await StoreSync.pair(
            from: file,
            code: code,
            password: TestWorld.password,
            into: device.owner,
            partialBlobs: folder
        )
        let pictures = [SamplePhotos.jpeg, SamplePhotos.png]
            .map { $0 + Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }) }
        try await leia.session.post([PhotoFile(content: pictures[0])])
        try await device.session(leia.user.id).post([PhotoFile(content: pictures[1])])
        let sync = StoreSync(owner: device.owner, user: leia.user.id, partialBlobs: folder)
        let target = try PeerAddress(parsing: address)
        try await sync.sync(server: target, trusting: authorities?.path)
        for (world, picture) in [(device, pictures[0]), (world, pictures[1])] {
            #expect(try world.blobs.data(for: BlobID(of: picture)) == picture)
        }
    }
}
