import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

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
        // Once it has reached Ben, he does not owe it to Anna, even if his session then breaks.
        ben.tick()
        _ = try await ben.world.post(by: ben.user, seed: 2)
        let like = try anna.records(of: [anna.user]).subtracting(ben.records(of: [anna.user]))
        #expect(like.count == 1)
        for limit in 1...20 where try !like.isSubset(of: ben.records(of: [anna.user])) {
            let conversation = try await Conversation(ben, anna, turnLimit: limit)
            try ben.sync.finish(conversation.client, .failed(.disconnected))
            try anna.sync.finish(conversation.server, .failed(.disconnected))
        }
        let peer = try await Self.peer(of: ben)
        #expect(peer.failure != nil && peer.unsent?.likes == 0)
    }

    @Test(
        "Wherever a session breaks, what has arrived from a peer does not count",
        arguments: Storage.allCases
    )
    func brokenSession(storage: Storage) async throws {
        var wasGiven = false
        var isOver = false
        for limit in 1...100 {
            let friends = try await Friends(storage)
            let (anna, ben) = (friends.anna, friends.ben)
            try await anna.sync.follow(ben.user)
            try await ben.sync.follow(anna.user)
            for seed in 1...3 {
                anna.tick()
                _ = try await anna.world.post(by: anna.user, seed: seed)
            }
            for seed in [4, 6] {
                ben.tick()
                _ = try await ben.world.post(by: ben.user, seed: seed)
            }
            for site in [anna, ben] { site.world.clock.advance(by: 60) }
            let users = [anna.user, ben.user]
            let conversation = try await Conversation(ben, anna, turnLimit: limit)
            let broken = SessionOutcome.failed(.disconnected)
            try ben.sync.finish(conversation.client, conversation.client.outcome ?? broken)
            try anna.sync.finish(conversation.server, conversation.server.outcome ?? broken)
            let held = try (ben: ben.records(of: users), anna: anna.records(of: users))
            for (site, posts, isGiven) in [
                (ben, 2, held.ben.isSubset(of: held.anna)),
                (anna, 3, held.anna.isSubset(of: held.ben)),
            ] {
                let peer = try #require(try await site.sync.status().peers.first)
                guard let unsent = peer.unsent else { continue }
                #expect(unsent.posts <= posts, "after \(limit) turns")
                if unsent.total == 0 { #expect(isGiven, "after \(limit) turns") }
                let isMissing = try await site.sync.status().missingPictureCount > 0
                if isMissing, unsent.total == 0, peer.failure != nil { wasGiven = true }
            }
            isOver = conversation.isFinished
            guard !isOver else { break }
        }
        // The pictures follow the records.
        #expect(wasGiven && isOver)
    }

    @Test("Without its pictures, which the budget has left out, a peer is not equal")
    func sessionBudget() async throws {
        let friends = try await Self.friends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        anna.tick()
        // The preview of this picture is refused.
        _ = try await anna.world.post(by: anna.user, seed: 5)
        let limited = try await Friends.connect(ben, anna, budget: 1)
        #expect(limited.isBudgetReached && !limited.isEqual)
        let peer = try await Self.peer(of: ben)
        #expect(peer.isBudgetReached && !peer.isEqual && peer.unsent == RecordTally())
        #expect(try await Self.counts(of: ben) == [.budget: 1])
        try await friends.syncPipes()
        #expect(try await Self.peer(of: ben).isEqual)
    }

    @Test("Only pictures of a folder that reached its budget are beyond it")
    func folderBudget() async throws {
        let friends = try await Self.friends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let cora = try await Site(.sqliteInMemory, "cora", seed: 3)
        let folders = try (0..<3).map { _ in try TemporaryFolder.make().path }
        for folder in folders { try await ben.sync.addPeer(nil, at: folder) }
        try await ben.sync.follow(cora.user)
        anna.tick()
        _ = try await anna.world.post(by: anna.user, seed: 5)
        _ = try await cora.world.post(by: cora.user, seed: 8)
        try await anna.sync.sync(folder: folders[0], isOwn: false)
        try await cora.sync.sync(folder: folders[1], isOwn: false)
        try FileManager.default.removeItem(
            at: URL(filePath: folders[1]).appending(path: "blobs")
        )
        ben.tick()
        try await ben.sync.sync(folder: folders[0], isOwn: false, budget: 1)
        #expect(try await Self.peer(of: ben, at: folders[0]).isBudgetReached)
        #expect(try await Self.counts(of: ben) == [.budget: 1])
        for folder in folders.dropFirst() {
            ben.tick()
            try await ben.sync.sync(folder: folder, isOwn: false, budget: 1)
            #expect(try await !Self.peer(of: ben, at: folder).isBudgetReached)
        }
        #expect(try await Self.counts(of: ben) == [.budget: 1, .neverCopied: 1])
        ben.tick()
        try await ben.sync.sync(folder: folders[0], isOwn: false)
        #expect(try await Self.counts(of: ben) == [.damaged: 1, .neverCopied: 1])
    }

    @Test("Each device that connects to this one is listed once", arguments: Storage.allCases)
    func incoming(storage: Storage) async throws {
        let friends = try await Self.friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let phone = try await anna.pairedDevice(storage, seed: 5, name: "phone")
        let tablet = try await ben.pairedDevice(storage, seed: 6)
        for site in [anna, ben, phone, tablet] { site.world.clock.advance(by: 100) }
        for _ in 0..<2 { try await Friends.connect(tablet, ben) }
        for _ in 0..<3 {
            try await friends.syncPipes()
            for device in [phone, tablet] { try await Friends.connect(device, anna) }
        }
        var peers = try await anna.sync.status().peers
        let ids = try [ben, tablet, phone].map { try $0.store().device }
        #expect(Set(peers.map(\.device)) == Set(ids) && peers.count == 3)
        #expect(Set(peers.map(\.id)).count == 3)
        let own = try #require(peers.first { $0.device == ids[2] })
        #expect(own.user == anna.user && own.name == "phone" && own.target == nil)
        #expect(peers.allSatisfy { $0.isEqual })
        // The list of peers, which other devices receive, does not change.
        #expect(try await anna.sync.peers().count == 1)
        // Failures at addresses without an entry belong to the device that has answered there.
        anna.tick()
        try await anna.sync.noteFailure("disconnected", at: "ssh://phone", by: ids[2])
        peers = try await anna.sync.status().peers
        let failed = peers.filter { $0.failure == "disconnected" }
        #expect(peers.count == 3 && failed.map(\.device) == [ids[2]])
        #expect(failed.map(\.target) == ["ssh://phone"])
        try await Friends.connect(phone, anna)
        #expect(try await anna.sync.status().peers.count { $0.isEqual && $0.target == nil } == 3)
        // A revoked device lacks nothing that it should have.
        anna.tick()
        try await anna.sync.revokeDevice(ids[2], password: TestWorld.password)
        #expect(try await !anna.sync.status().peers.contains { $0.device == ids[2] })
        try await ben.sync.revokeDevice(ids[1], password: TestWorld.password)
        try await friends.syncPipes()
        #expect(try await anna.sync.status().peers.map(\.device) == [ids[0]])
    }

    @Test("Failures are shown with their place, and a later sync ends them")
    func failures() async throws {
        let friends = try await Self.friends(.inMemory)
        let ben = friends.ben
        let target = "tcp://192.168.1.20:4242"
        try await ben.sync.addPeer(friends.anna.user, at: target)
        let device = try friends.anna.store().device
        var report = SyncReport()
        report.peerDevice = device
        try await ben.sync.noteSync(at: target, report)
        #expect(try await Self.peer(of: ben, at: target).isEqual)
        ben.world.clock.advance(by: 60)
        try await ben.sync.noteFailure("unreachable", at: target)
        let failed = try await Self.peer(of: ben, at: target)
        let (last, equal) = (try #require(failed.lastSync), try #require(failed.lastEqual))
        #expect(failed.failure == "unreachable" && !failed.isEqual && last > equal)
        ben.tick()
        try await friends.syncPipes()
        try await ben.sync.noteSync(at: target, report)
        let repaired = try await Self.peer(of: ben, at: target)
        #expect(repaired.isEqual && repaired.failure == nil)
    }

    @Test("A place at which no sync has succeeded is shown until it is forgotten")
    func unknownPlace() async throws {
        let ben = try await Site(.inMemory, "ben", seed: 2)
        try await ben.sync.noteFailure("not-invited", at: "tcp://example.org:1")
        let peer = try #require(try await ben.sync.status().peers.first)
        #expect(peer.target == "tcp://example.org:1" && peer.failure == "not-invited")
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
        for (target, site) in [("tcp://a:1", anna), ("tcp://b:1", second)] {
            try await ben.sync.addPeer(anna.user, at: target)
            var report = SyncReport()
            report.peerDevice = try site.store().device
            try await ben.sync.noteSync(at: target, report)
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
        #expect(!report.isEqual && status.peers.first { $0.target == folder }?.isEqual == false)
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

    @Test("Files that this device has replaced are no failure")
    func repairedFolder() async throws {
        let friends = try await Friends(.inMemory)
        let (ben, folder) = (friends.ben, friends.folder)
        try await ben.sync.addPeer(nil, at: folder)
        try await ben.sync.sync(folder: folder, isOwn: false)
        let pack = "devices/\(try ben.store().device)/0000000001.pack"
        let file = URL(filePath: folder).appending(path: pack)
        try Data(try Data(contentsOf: file).prefix(50)).write(to: file)
        ben.tick()
        let report = try await ben.sync.sync(folder: folder, isOwn: false)
        #expect(report.damagedFiles == [pack] && report.repairedFiles == [pack] && report.isEqual)
        try await ben.sync.noteSync(at: folder, report)
        let peer = try await Self.peer(of: ben, at: folder)
        #expect(peer.isEqual && peer.failure == nil)
        #expect(peer.repairedFiles == [pack] && peer.damagedFiles.isEmpty)
    }

    @Test("An entry keeps its name when it is added again")
    func names() async throws {
        let friends = try await Friends(.inMemory)
        let ben = friends.ben
        try await ben.sync.addPeer(friends.anna.user, name: "anna")
        try await ben.sync.addPeer(friends.anna.user)
        #expect(try await ben.sync.peers().map(\.name) == ["anna"])
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

    /// Returns the numbers of missing pictures by reason.
    private static func counts(of site: Site) async throws -> [MissingPictures.Reason: Int] {
        let missing = try await site.sync.status().missingPictures
        return Dictionary(missing.map { ($0.reason, $0.count) }, uniquingKeysWith: +)
    }

    private static func peer(of site: Site, at target: String? = nil) async throws -> SyncPeer {
        try #require(try await site.sync.status().peers.first { $0.target == target })
    }
}
