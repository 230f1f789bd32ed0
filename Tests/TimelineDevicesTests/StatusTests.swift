import Foundation
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineDevices

@Suite("The status of sync")
struct StatusTests {
    @Test("It counts what a device has not been given", arguments: Storage.allCases)
    func unsent(storage: Storage) async throws {
        let friends = try await Self.friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        #expect(try await Self.peer(of: ben).isEqual)
        #expect(try await Self.peer(of: anna).isEqual)
        for seed in 2...4 {
            ben.tick()
            _ = try await ben.world.post(by: ben.user, seed: seed)
        }
        let post = try #require(try await ben.session.timeline().posts.first { $0.caption == "a" })
        for _ in 0..<2 {
            ben.tick()
            try await ben.session.like(post.id)
            ben.tick()
            try await ben.session.unlike(post.id)
        }
        ben.tick()
        try await ben.session.like(post.id)
        _ = try await ben.session.comment(on: post.id, "hi")
        var expected = RecordTally()
        (expected.posts, expected.likes, expected.comments) = (3, 1, 1)
        let peer = try await Self.peer(of: ben)
        #expect(peer.unsent == expected && !peer.isEqual && peer.lastEqual != nil)
        // The other device cannot know of them.
        #expect(try await Self.peer(of: anna).isEqual)
        try await friends.syncPipes()
        for site in [anna, ben] {
            let peer = try await Self.peer(of: site)
            #expect(peer.isEqual && peer.unsent == RecordTally())
        }
    }

    @Test("What arrives from a third device counts, but not what the device itself has made")
    func thirdDevice() async throws {
        let friends = try await Self.friends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let cora = try await Site(.sqliteInMemory, "cora", seed: 3)
        try await cora.addPeer(anna)
        try await anna.addPeer(cora)
        try await cora.sync.follow(anna.user)
        try await Friends.connect(cora, anna)
        try await Friends.connect(cora, anna)
        let post = try #require(try await cora.session.timeline().posts.first)
        cora.tick()
        try await cora.session.like(post.id)
        try await Friends.connect(cora, anna)
        // Anna owes Ben the like of her post, and Cora nothing.
        let peers = try await anna.sync.status().peers
        #expect(peers.first { $0.user == ben.user }?.unsent?.likes == 1)
        #expect(peers.first { $0.user == cora.user }?.unsent?.likes == 0)
    }

    @Test("Failures are shown with their place, and a later sync ends them")
    func failures() async throws {
        let friends = try await Self.friends(.inMemory)
        let ben = friends.ben
        let place = "tcp://192.168.1.20:4242"
        try await ben.sync.addPeer(friends.anna.user, at: place)
        let device = try friends.anna.store().device
        var report = SyncReport()
        report.peerDevice = device
        try await ben.sync.noteSync(at: place, report)
        #expect(try await Self.peer(of: ben, at: place).isEqual)
        ben.world.clock.advance(by: 60)
        try await ben.sync.noteFailure("unreachable", at: place)
        let failed = try await Self.peer(of: ben, at: place)
        let (last, equal) = (try #require(failed.lastSync), try #require(failed.lastEqual))
        #expect(failed.failure == "unreachable" && !failed.isEqual && last > equal)
        ben.tick()
        try await friends.syncPipes()
        try await ben.sync.noteSync(at: place, report)
        let repaired = try await Self.peer(of: ben, at: place)
        #expect(repaired.isEqual && repaired.failure == nil)
    }

    @Test("A place at which no sync has succeeded is shown until it is forgotten")
    func unknownPlace() async throws {
        let ben = try await Site(.inMemory, "ben", seed: 2)
        try await ben.sync.noteFailure("not-invited", at: "tcp://example.org:1")
        let peer = try #require(try await ben.sync.status().peers.first)
        #expect(peer.place == "tcp://example.org:1" && peer.failure == "not-invited")
        #expect(try await ben.sync.peers().isEmpty)
        #expect(try await ben.sync.forgetAttempts(at: "tcp://example.org:1"))
        #expect(try await ben.sync.status().peers.isEmpty)
    }

    @Test("Two addresses of one user belong to the devices that have answered there")
    func twoAddresses() async throws {
        let friends = try await Self.friends(.inMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let second = try await anna.pairedDevice(.inMemory, seed: 5)
        ben.world.clock.advance(by: 100)
        second.world.clock.advance(by: 100)
        for _ in 0..<3 { try await Friends.connect(second, anna) }
        try await friends.syncPipes()
        try await Friends.connect(ben, second)
        for (place, site) in [("tcp://a:1", anna), ("tcp://b:1", second)] {
            try await ben.sync.addPeer(anna.user, at: place)
            var report = SyncReport()
            report.peerDevice = try site.store().device
            try await ben.sync.noteSync(at: place, report)
        }
        ben.tick()
        _ = try await ben.world.post(by: ben.user, seed: 7)
        try await Friends.connect(ben, second)
        #expect(try await Self.peer(of: ben, at: "tcp://a:1").unsent?.posts == 1)
        #expect(try await Self.peer(of: ben, at: "tcp://b:1").unsent?.posts == 0)
    }

    @Test("A folder is equal only if it lacks nothing", arguments: Storage.allCases)
    func folder(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben, folder) = (friends.anna, friends.ben, friends.folder)
        try await anna.sync.follow(ben.user)
        try await ben.sync.follow(anna.user)
        for site in [anna, ben] { try await site.sync.addPeer(nil, at: folder) }
        anna.tick()
        _ = try await anna.world.post(by: anna.user, "a", seed: 1)
        #expect(try await Self.peer(of: anna, at: folder).unsent == nil)
        try await friends.syncFolder()
        try await friends.syncFolder()
        #expect(try await Self.peer(of: ben, at: folder).isEqual)
        ben.tick()
        _ = try await ben.world.post(by: ben.user, "b", seed: 2)
        let peer = try await Self.peer(of: ben, at: folder)
        #expect(peer.unsent?.posts == 1 && peer.unsent?.total == 1 && !peer.isEqual)
        try await ben.sync.sync(folder: folder, isOwn: false)
        // The pictures have not been copied.
        let blobs = URL(filePath: folder).appending(path: "blobs")
        let moved = URL(filePath: folder).appending(path: "moved")
        try FileManager.default.moveItem(at: blobs, to: moved)
        anna.tick()
        let report = try await anna.sync.sync(folder: folder, isOwn: false)
        try await anna.sync.noteSync(at: folder, report)
        var status = try await anna.sync.status()
        #expect(!report.isEqual && status.peers.first { $0.place == folder }?.isEqual == false)
        #expect(status.missingPictures.map(\.reason) == [.neverCopied])
        #expect(status.missingPictures.map(\.count) == [1])
        try FileManager.default.removeItem(at: blobs)
        try FileManager.default.moveItem(at: moved, to: blobs)
        anna.tick()
        try await anna.sync.noteSync(at: folder, anna.sync.sync(folder: folder, isOwn: false))
        status = try await anna.sync.status()
        #expect(status.missingPictures.isEmpty)
        #expect(try await Self.peer(of: anna, at: folder).isEqual)
    }

    @Test("Damaged files of a folder are listed")
    func damagedFolder() async throws {
        let friends = try await Friends(.inMemory)
        let (anna, ben, folder) = (friends.anna, friends.ben, friends.folder)
        try await anna.sync.follow(ben.user)
        try await anna.sync.addPeer(nil, at: folder)
        try await ben.sync.sync(folder: folder, isOwn: false)
        let pack = "devices/\(try ben.store().device)/0000000001.pack"
        let file = URL(filePath: folder).appending(path: pack)
        try Data(try Data(contentsOf: file).prefix(50)).write(to: file)
        anna.tick()
        try await anna.sync.noteSync(at: folder, anna.sync.sync(folder: folder, isOwn: false))
        let peer = try await Self.peer(of: anna, at: folder)
        #expect(peer.damagedFiles == [pack] && peer.failure == "damaged-pack" && !peer.isEqual)
    }

    /// Returns two friends who follow each other, after a sync over pipes of Anna's post "a".
    private static func friends(_ storage: Storage) async throws -> Friends {
        let friends = try await Friends(storage)
        try await friends.anna.sync.follow(friends.ben.user)
        try await friends.ben.sync.follow(friends.anna.user)
        friends.anna.tick()
        _ = try await friends.anna.world.post(by: friends.anna.user, "a", seed: 1)
        try await friends.syncPipes()
        try await friends.syncPipes()
        return friends
    }

    private static func peer(of site: Site, at place: String? = nil) async throws -> SyncPeer {
        try #require(try await site.sync.status().peers.first { $0.place == place })
    }
}
