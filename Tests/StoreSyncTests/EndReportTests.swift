import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Reports that a device was removed")
struct EndReportTests {
    /// Runs a session in which a peer reports that the site's device was removed.
    private func report(to site: Site, by peer: EncryptionKey) async throws {
        await #expect(throws: SyncError.peerFailed(.deviceRevoked)) {
            try await site.sync.session(role: .initiator, peer: peer) { _ throws(SyncError) in
                .failed(.peerFailed(.deviceRevoked))
            }
        }
    }

    /// Returns the devices of a user that a site knows.
    private func devices(of user: User.ID, on site: Site) throws -> [DeviceRecord] {
        try site.world.repository.read { try $0.devices(of: user) }
    }

    @Test("A device believes a device of its user only", arguments: Storage.allCases)
    func friend(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2)
        let friend = try await Site(storage, "ben", seed: 3)
        for site in [laptop, phone, friend] { site.world.clock.advance(by: 10) }
        try await phone.addPeer(friend)
        try await friend.addPeer(phone)
        try await phone.sync.follow(friend.user)
        while try await Friends.connect(phone, friend).needsAnotherSync {}
        let box = try await friend.encryptionKey()
        #expect(try devices(of: friend.user, on: phone).map(\.certificate.box) == [box])
        try await report(to: phone, by: box)
        #expect(try await !phone.sync.status().needsNewKey)
        try await phone.world.post(by: phone.user, "still here")
        try await report(to: phone, by: laptop.encryptionKey())
        #expect(try await phone.sync.status().needsNewKey)
    }

    @Test("A device believes no device that was removed itself", arguments: Storage.allCases)
    func endedDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2)
        let tablet = try await laptop.pairedDevice(storage, seed: 3)
        let box = try await tablet.encryptionKey()
        let lost = try tablet.store().device
        while try await Friends.connect(phone, laptop).needsAnotherSync {}
        #expect(try devices(of: phone.user, on: phone).contains { $0.certificate.box == box })
        laptop.world.clock.advance(by: 10)
        try await laptop.sync.revokeDevice(lost, password: TestWorld.password)
        while try await Friends.connect(phone, laptop).needsAnotherSync {}
        #expect(try devices(of: phone.user, on: phone).filter(\.isRevoked).map(\.id) == [lost])
        try await report(to: phone, by: box)
        #expect(try await !phone.sync.status().needsNewKey)
        phone.world.clock.advance(by: 20)
        try await phone.world.post(by: phone.user, "still here")
    }

    @Test("A removed device of a friend learns nothing", arguments: Storage.allCases)
    func friendsEndedDevice(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await anna.sync.follow(ben.user)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let phone = try await ben.pairedDevice(storage, seed: 3)
        let lost = try phone.store().device
        for site in [anna, ben, phone] { site.world.clock.advance(by: 10) }
        // The phone knows the friend.
        while try await Friends.connect(phone, ben).needsAnotherSync {}
        ben.world.clock.advance(by: 10)
        try await ben.sync.revokeDevice(lost, password: TestWorld.password)
        try await friends.syncPipes()
        #expect(try devices(of: ben.user, on: anna).filter(\.isRevoked).map(\.id) == [lost])
        await #expect(throws: SyncError.peerFailed(.notInvited)) {
            try await Friends.connect(phone, anna)
        }
        #expect(try await !phone.sync.status().needsNewKey)
    }
}
