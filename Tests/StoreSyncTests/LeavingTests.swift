import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Users that leave")
struct LeavingTests {
    /// Returns whether a user is visible on a site.
    private static func shows(_ user: User.ID, _ site: Site) async throws -> Bool {
        do {
            _ = try await site.world.guest.profile(of: user)
            return true
        } catch TimelineError.userNotFound {
            return false
        }
    }

    /// Syncs two sites until no more sessions are necessary.
    private static func sync(_ client: Site, _ server: Site) async throws {
        while try await Friends.connect(client, server).needsAnotherSync {}
    }

    @Test("Followers and other devices learn of it, and pass it on", arguments: Storage.allCases)
    func propagation(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (laptop, ben) = (friends.anna, friends.ben)
        let anna = laptop.user
        try await ben.sync.follow(anna)
        try await laptop.sync.follow(ben.user)
        try await laptop.world.post(by: anna, "on the laptop")
        try await friends.syncPipes()
        let phone = try await laptop.pairedDevice(storage, seed: 9)
        try await Self.sync(phone, laptop)
        _ = try await phone.session.mute(ben.user)
        let carol = try await Site(storage, "carol", seed: 3)
        for (site, peer) in [(carol, phone), (carol, ben), (ben, carol), (phone, carol)] {
            try await site.addPeer(peer)
        }
        try await carol.sync.follow(anna)
        try await Self.sync(carol, ben)
        for site in [laptop, phone, ben, carol] { #expect(try await Self.shows(anna, site)) }

        laptop.tick()
        try await laptop.session.deleteAccount(password: TestWorld.password)
        #expect(try await StoreSync.deletedAccounts(laptop.world.owner) == [anna])
        #expect(try await !Self.shows(anna, laptop))
        // The follower learns of it from sessions in either direction, although the account is
        // gone.
        try await Self.sync(
            storage == .inMemory ? laptop : ben,
            storage == .inMemory ? ben : laptop
        )
        #expect(try await !Self.shows(anna, ben))
        #expect(try await ben.captions() == [])
        #expect(try ben.records(of: [anna]).count == laptop.records(of: [anna]).count)
        // The other device learns of it from the first one, and informs a follower.
        try await Self.sync(phone, laptop)
        #expect(try await !Self.shows(anna, phone))
        #expect(try await StoreSync.deletedAccounts(phone.world.owner) == [anna])
        try await Self.sync(phone, carol)
        #expect(try await !Self.shows(anna, carol))
        #expect(try await Friends.connect(ben, laptop).recordsReceived == 0)
        for site in [laptop, phone, ben, carol] {
            #expect(try await site.world.owner.examine() == [])
        }
    }

    @Test("Only the keys of the device stay", arguments: Storage.allCases)
    func keys(storage: Storage) async throws {
        let site = try await Site(storage, "anna", seed: 1)
        func keys() throws -> UserKeys? {
            try site.world.repository.read { try $1.keys(of: site.user) }
        }
        let before = try #require(try keys())
        try await site.session.block(User.ID(UUID()))
        try await site.session.deleteAccount(password: TestWorld.password)
        let after = try #require(try keys())
        #expect(after.device.seed == before.device.seed && after.box == before.box)
        #expect(after.root != before.root)
        #expect(after.root.box.allSatisfy { $0 == 0 } && after.root.settings.isEmpty)
        #expect(try site.store().blockedUsers() == [])
        await #expect(throws: TimelineError.wrongPassword) { try await site.world.logIn("anna") }
        #expect(try await StoreSync.deletedAccounts(site.world.owner) == [site.user])
        // The username is free again. It now belongs to another user, who syncs instead.
        let second = try await site.world.user("anna")
        #expect(second != site.user)
        #expect(try await StoreSync.deletedAccounts(site.world.owner).isEmpty)
    }
}
