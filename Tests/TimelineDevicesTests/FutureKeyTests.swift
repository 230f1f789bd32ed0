import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineTestSupport
import TimelineTesting

@testable import TimelineDevices

@Suite("A key that was added while the clock was ahead")
struct FutureKeyTests {
    @Test("The login after a repair signs it again", arguments: Storage.allCases)
    func login(storage: Storage) async throws {
        let world = try TestWorld(storage, seed: 1)
        let year: TimeInterval = 365 * 86_400
        world.clock.advance(by: year)
        let anna = try await Site(world, user: world.user("anna"))
        world.clock.advance(by: -year)
        let ben = try await Site(storage, "ben", seed: 2)
        _ = try await world.owner.examine(repairing: true)
        try await world.post(by: anna.user, "post")
        #expect(try Self.futureRecords(of: anna) == 1)

        try await world.logIn("anna")
        #expect(try Self.futureRecords(of: anna) == 0)
        try await anna.addPeer(ben)
        try await ben.addPeer(anna)
        try await ben.sync.follow(anna.user)
        while try await Friends.connect(ben, anna).needsAnotherSync {}
        #expect(try await ben.captions() == ["post"])
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test(
        "A key that was revoked while the clock was ahead is revoked now",
        arguments: Storage.allCases
    )
    func revocation(storage: Storage) async throws {
        let world = try TestWorld(storage, seed: 1)
        let year: TimeInterval = 365 * 86_400
        world.clock.advance(by: year)
        let anna = try await Site(world, user: world.user("anna"))
        _ = try await anna.sync.pair(password: TestWorld.password)
        let stolen = try #require(try await anna.sync.devices().first { !$0.isThis }).id
        try await anna.sync.endDevice(stolen, password: TestWorld.password)
        world.clock.advance(by: -year)
        _ = try await world.owner.examine(repairing: true)
        try await world.post(by: anna.user, "post")
        #expect(try Self.futureRecords(of: anna) == 3)

        try await world.logIn("anna")
        #expect(try Self.futureRecords(of: anna) == 0)
        let end = try #require(try await anna.sync.devices().first { $0.id == stolen }?.endedAt)
        let tolerance = TimelineEnvironment.clockTolerance
        #expect(end <= world.clock.environment.now().addingTimeInterval(tolerance))
        #expect(try await anna.captions() == ["post"])
        #expect(try await world.owner.examine().isEmpty)
    }

    /// Returns the number of live records that other devices do not accept yet.
    private static func futureRecords(of site: Site) throws -> Int {
        try site.world.repository.read { reader in
            let ids = try reader.recordHeads(inScopes: [site.user.recordID]).map(\.position.id)
            let limit = site.world.clock.environment.newestAllowed
            return try reader.records(withIDs: Set(ids))
                .count { PushID($0.body.stamp) > limit }
        }
    }
}
