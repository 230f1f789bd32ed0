import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@testable import TimelineDevices

@Suite("A user's own devices are equal")
struct OwnDevicesTests {
    /// How two devices of a user meet.
    enum Carrier: CaseIterable {
        case session, folder
    }

    /// A user with two devices, and two others, whom the user follows.
    private struct Devices {
        let phone: Site
        let laptop: Site
        let han: Site
        let mal: Site
        let carrier: Carrier
        let folder: String

        init(_ storage: Storage, _ carrier: Carrier) async throws {
            phone = try await Site(storage, "leia", seed: 1)
            han = try await Site(storage, "han", seed: 2)
            mal = try await Site(storage, "mal", seed: 3)
            laptop = try await phone.pairedDevice(storage, seed: 4)
            self.carrier = carrier
            folder = try TemporaryFolder.make().path
            for other in [han, mal] {
                try await phone.addPeer(other)
                try await other.addPeer(phone)
                try await Self.meet(phone, other)
            }
            // A new device is told which posts are old by its first sync.
            try await sync()
        }

        /// Syncs the two devices until they agree.
        func sync() async throws {
            switch carrier {
            case .session:
                try await Self.meet(phone, laptop)
                try await Self.meet(laptop, phone)
            case .folder: for site in [phone, laptop, phone, laptop] { try await visit(site) }
            }
        }

        @discardableResult
        func visit(_ site: Site) async throws -> SyncReport {
            site.tick()
            return try await site.sync.sync(folder: folder, isOwn: true)
        }

        /// Follows the two others on the phone, and fetches their first posts.
        func followOthers() async throws {
            for other in [han, mal] {
                try await phone.sync.follow(other.user)
                phone.tick()
                try await other.world.post(by: other.user, "early")
                try await Self.meet(phone, other)
            }
            try await sync()
        }

        static func meet(_ one: Site, _ other: Site) async throws {
            while try await Friends.connect(one, other).needsAnotherSync {}
        }

        func followers(on site: Site) async throws -> [String] {
            try await site.session.users(UserQuery(.followers(of: site.user))).map(\.username)
        }

        func new(on site: Site) async throws -> [String] {
            try await site.session.newPosts().posts.map(\.caption)
        }

        func read(on site: Site) async throws {
            try await site.session.markShown(try await site.session.timeline())
        }
    }

    @Test(
        "Followers of one device are followers on all",
        arguments: Storage.allCases,
        Carrier.allCases
    )
    func followers(storage: Storage, carrier: Carrier) async throws {
        let devices = try await Devices(storage, carrier)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        han.tick()
        try await han.sync.follow(phone.user)
        try await Devices.meet(han, phone)
        #expect(try await devices.followers(on: phone) == ["han"])
        try await devices.sync()
        #expect(try await devices.followers(on: laptop) == ["han"])
        // The follower's new profile, and the end of the follow.
        han.world.clock.advance(by: 5)
        _ = try await han.session.updateProfile(ProfileUpdate(displayName: .set("Han Solo")))
        _ = try await han.session.unfollow(phone.user)
        try await Devices.meet(han, phone)
        try await devices.sync()
        #expect(try await devices.followers(on: laptop) == [])
        let profile = try await laptop.session.profile(of: han.user)
        #expect(profile.user.displayName == "Han Solo")
        if carrier == .session {
            let report = try await Friends.connect(phone, laptop)
            #expect(report.isEqual && report.recordsSent == 0)
        }
    }

    @Test(
        "A follower who is blocked on one device is known on the others",
        arguments: Carrier.allCases
    )
    func blockedFollower(carrier: Carrier) async throws {
        let devices = try await Devices(.sqliteInMemory, carrier)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        han.tick()
        try await han.sync.follow(phone.user)
        try await Devices.meet(han, phone)
        try await phone.session.block(han.user)
        try await devices.sync()
        try await devices.sync()
        #expect(try await laptop.session.blockedUsers().map(\.id) == [han.user])
        #expect(try await laptop.session.profile(of: han.user).user.username == "han")
        laptop.tick()
        try await laptop.session.unblock(han.user)
        try await devices.sync()
        #expect(try await phone.session.blockedUsers().map(\.id) == [])
    }

    @Test("Nobody learns from a shared folder or a friend who follows a user")
    func followersOfFriends() async throws {
        let devices = try await Devices(.inMemory, .session)
        let (phone, han, mal) = (devices.phone, devices.han, devices.mal)
        han.tick()
        try await han.sync.follow(phone.user)
        try await Devices.meet(han, phone)
        mal.tick()
        try await mal.sync.follow(phone.user)
        try await Devices.meet(mal, phone)
        let folder = try TemporaryFolder.make().path
        for site in [phone, mal] { try await site.sync.sync(folder: folder, isOwn: false) }
        #expect(try await devices.followers(on: phone).sorted() == ["han", "mal"])
        let follow = RecordRegister.follow(han.user.recordID, of: phone.user.recordID)
        #expect(try mal.world.repository.read { try $0.record(setting: follow) } == nil)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(!files.contains { $0.hasPrefix("private") })
        for file in files where file.hasSuffix(".pack") {
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: file))
            #expect(bytes.range(of: Data(han.user.recordID.bytes)) == nil)
        }
    }

    @Test(
        "Mutes, blocks and peers agree over each carrier",
        arguments: Storage.allCases,
        Carrier.allCases
    )
    func registers(storage: Storage, carrier: Carrier) async throws {
        let devices = try await Devices(storage, carrier)
        let (phone, laptop) = (devices.phone, devices.laptop)
        try await devices.followOthers()
        phone.tick()
        try await phone.session.block(devices.mal.user)
        _ = try await phone.session.mute(devices.han.user)
        let peers = try await phone.sync.peers()
        let removed = try #require(peers.first { $0.user == devices.mal.user })
        try await phone.sync.removePeer(removed.id)
        try await devices.sync()
        #expect(try await laptop.session.blockedUsers().map(\.id) == [devices.mal.user])
        #expect(try await laptop.session.mutedUsers().map(\.id) == [devices.han.user])
        #expect(try await !laptop.sync.peers().contains { $0.user == devices.mal.user })
    }

    @Test(
        "A post that arrives late and is read on one device is read on the other",
        arguments: Storage.allCases,
        Carrier.allCases
    )
    func latePost(storage: Storage, carrier: Carrier) async throws {
        let devices = try await Devices(storage, carrier)
        let (phone, laptop, han, mal) = (devices.phone, devices.laptop, devices.han, devices.mal)
        try await devices.followOthers()
        for site in [phone, laptop] { try await devices.read(on: site) }
        // Mal's post is older than Han's, but arrives later.
        for site in [phone, laptop, han, mal] { site.world.clock.advance(by: 60) }
        try await mal.world.post(by: mal.user, "late", seed: 2)
        mal.tick()
        try await mal.world.post(by: mal.user, "late, too", seed: 3)
        for site in [phone, laptop, han, mal] { site.world.clock.advance(by: 60) }
        try await han.world.post(by: han.user, "newer", seed: 4)
        try await Devices.meet(phone, han)
        try await devices.sync()
        for site in [phone, laptop] { try await devices.read(on: site) }
        try await devices.sync()
        // It reaches each of the devices from elsewhere.
        try await Devices.meet(laptop, mal)
        #expect(try await devices.new(on: laptop) == ["late, too", "late"])
        if carrier == .folder {
            // The other device has not read it, and does not have it.
            try await devices.visit(phone)
            try await devices.visit(laptop)
            #expect(try await devices.new(on: laptop) == ["late, too", "late"])
        }
        try await Devices.meet(phone, mal)
        #expect(try await devices.new(on: phone) == ["late, too", "late"])
        try await devices.sync()
        #expect(try await devices.new(on: phone) == ["late, too", "late"])
        #expect(try await devices.new(on: laptop) == ["late, too", "late"])
        // The phone shows only the last one.
        let last = try #require(try await phone.session.newPosts().posts.last?.id)
        try phone.world.repository.writeAccounts { social, accounts in
            let position = try accounts.readPosition(of: phone.user)
            let shown = ReadInterval(last...last, epoch: try social.epoch())
            let next = ReadPosition(intervals: position.intervals + [shown])
            try accounts.setReadPosition(next, of: phone.user)
        }
        try await devices.sync()
        #expect(try await devices.new(on: laptop) == ["late, too"])
        try await devices.read(on: laptop)
        try await devices.sync()
        #expect(try await devices.new(on: phone) == [])
    }

    @Test(
        "A post that has not arrived where others were read stays new",
        arguments: Carrier.allCases
    )
    func absentPost(carrier: Carrier) async throws {
        let devices = try await Devices(.sqliteInMemory, carrier)
        let (phone, laptop, han, mal) = (devices.phone, devices.laptop, devices.han, devices.mal)
        try await devices.followOthers()
        for site in [phone, laptop] { try await devices.read(on: site) }
        for site in [phone, laptop, han, mal] { site.world.clock.advance(by: 60) }
        try await mal.world.post(by: mal.user, "on the laptop only", seed: 2)
        try await Devices.meet(laptop, mal)
        for site in [phone, laptop, han, mal] { site.world.clock.advance(by: 60) }
        try await han.world.post(by: han.user, "on both", seed: 4)
        try await Devices.meet(phone, han)
        try await Devices.meet(laptop, han)
        try await devices.read(on: phone)
        try await devices.sync()
        #expect(try await devices.new(on: laptop) == ["on the laptop only"])
        #expect(try await devices.new(on: phone) == ["on the laptop only"])
    }

    @Test("A damaged file is named, and its owner repairs it")
    func damagedFile() async throws {
        let devices = try await Devices(.sqliteInMemory, .folder)
        let (phone, laptop) = (devices.phone, devices.laptop)
        let name = "private/\(try phone.store().device)"
        let file = URL(filePath: devices.folder).appending(path: name)
        let intact = try Data(contentsOf: file)
        let other = "private/\(try laptop.store().device)"
        let otherFile = URL(filePath: devices.folder).appending(path: other)
        // It changes only with the private data.
        try await devices.visit(phone)
        #expect(try Data(contentsOf: file) == intact)
        for damaged in [intact.dropLast(), Data(), try Data(contentsOf: otherFile)] {
            try Data(damaged).write(to: file)
            let report = try await devices.visit(laptop)
            #expect(report.damagedFiles == [name] && !report.isEqual)
            #expect(try await devices.visit(phone).damagedFiles == [])
            #expect(try await devices.visit(laptop).damagedFiles == [])
        }
    }

    @Test("Only a device of the user, which has not been revoked, can write private data")
    func foreignFile() async throws {
        let devices = try await Devices(.sqliteInMemory, .session)
        let (phone, laptop) = (devices.phone, devices.laptop)
        let (store, sender) = (try phone.store(), try laptop.store())
        var data = PrivateData()
        let block = Block(devices.mal.user, isBlocked: true, milliseconds: 1, name: nil)
        data.registers = [PrivateRegister(block)]
        let keys = try laptop.world.repository.readAccounts { try $0.keys(of: laptop.user) }
        let key = try #require(keys?.device)
        let forged = try PrivateFile.encode(data.stored, signedBy: SigningKey())
        #expect(try !store.receivePrivateFile(forged, from: sender.device))
        // A device that the store does not know.
        let stranger = SigningKey()
        let foreign = try PrivateFile.encode(data.stored, signedBy: stranger)
        #expect(try store.receivePrivateFile(foreign, from: stranger.id))
        #expect(try await phone.session.blockedUsers().map(\.id) == [])
        let file = try PrivateFile.encode(data.stored, signedBy: key)
        #expect(try store.receivePrivateFile(file, from: sender.device))
        #expect(try await phone.session.blockedUsers().map(\.id) == [devices.mal.user])
    }

    @Test("Private data that is longer than a frame arrives", arguments: Carrier.allCases)
    func longData(carrier: Carrier) async throws {
        let devices = try await Devices(.inMemory, carrier)
        let (phone, laptop) = (devices.phone, devices.laptop)
        let name = String(repeating: "n", count: 10_000)
        let count = 120
        for _ in 0..<count { try await phone.sync.addPeer(User.ID(UUID()), name: name) }
        let payload = try phone.world.repository.read { social, accounts in
            try accounts.privateData(of: phone.user.recordID, social).stored
        }
        #expect(payload.count > FrameLimits.payload)
        try await devices.sync()
        #expect(try await laptop.sync.peers().count { $0.name == name } == count)
    }

    @Test("A change with a wrong clock does not outlive a later one")
    func wrongClock() async throws {
        let devices = try await Devices(.inMemory, .session)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han.user)
        try await devices.followOthers()
        // The phone's clock was a year ahead when it muted, blocked and named Han.
        phone.world.clock.advance(by: 365 * 86400)
        _ = try await phone.session.mute(han)
        try await phone.session.block(devices.mal.user)
        try await phone.sync.addPeer(han, name: "Han, a year ahead")
        phone.world.clock.advance(by: -365 * 86400)
        try await devices.sync()
        #expect(try await laptop.session.mutedUsers().count == 1)
        _ = try await laptop.session.unmute(han)
        try await laptop.session.unblock(devices.mal.user)
        try await laptop.sync.addPeer(han, name: "Han")
        try await devices.sync()
        for site in [phone, laptop] {
            #expect(try await site.session.mutedUsers().isEmpty)
            #expect(try await site.session.blockedUsers().isEmpty)
            let peers = try await site.sync.peers()
            #expect(peers.first { $0.user == han && $0.place == nil }?.name == "Han")
        }
        #expect(UInt64.max.later(than: .max) == .max && UInt64(3).later(than: 7) == 8)
    }

    @Test("Three devices agree after any schedule of changes and syncs", arguments: 1...8)
    func schedules(seed: UInt64) async throws {
        var random = Numbers(state: seed)
        let storage = Storage.allCases.randomElement(using: &random) ?? .inMemory
        let devices = try await Devices(storage, .session)
        let tablet = try await devices.phone.pairedDevice(storage, seed: 5)
        let sites = [devices.phone, devices.laptop, tablet]
        let others = [devices.han.user, devices.mal.user]
        try await devices.followOthers()
        for site in sites.dropFirst() { try await Devices.meet(site, devices.phone) }
        for _ in 0..<30 {
            let site = sites[Int.random(in: 0..<3, using: &random)]
            let other = others[Int.random(in: 0..<2, using: &random)]
            // Clocks are wrong by up to a day, and jump.
            let offset = Double(Int.random(in: -2...2, using: &random)) * 43_200
            let isRepeated = Bool.random(using: &random)
            site.world.clock.advance(by: isRepeated ? 0 : offset)
            switch Int.random(in: 0..<9, using: &random) {
            // A clock behind an earlier change refuses the end of the follow, and with it the block.
            case 0: _ = try? await site.session.block(other)
            case 1: try await site.session.unblock(other)
            case 2: _ = try await site.session.mute(other)
            case 3: _ = try await site.session.unmute(other)
            case 4: try await site.sync.addPeer(other, name: "\(random.next() % 3)")
            case 5:
                let peer = try await site.sync.peers().first
                if let peer { try await site.sync.removePeer(peer.id) }
            case 6, 7: try await devices.visit(site)
            default:
                let next = sites[Int.random(in: 0..<3, using: &random)]
                if next.partials != site.partials { try await Friends.connect(site, next) }
            }
            site.world.clock.advance(by: isRepeated ? 0 : -offset)
        }
        // The last syncs go through the folder or in a circle of sessions.
        if Bool.random(using: &random) {
            for site in sites + sites { try await devices.visit(site) }
        } else {
            for index in 0..<6 {
                try await Friends.connect(sites[index % 3], sites[(index + 1) % 3])
            }
        }
        let registers = try sites.map { site in
            try site.world.repository.read { _, accounts in
                try accounts.privateRegisters(of: site.user.recordID)
            }
        }
        #expect(registers[0] == registers[1] && registers[1] == registers[2])
        for site in sites {
            let blocked = registers[0].filter { $0.kind == .block && $0.isSet == true }
            #expect(
                Set(try await site.session.blockedUsers().map(\.id.recordID.bytes))
                    == Set(blocked.map(\.key))
            )
            let muted = registers[0].filter { $0.kind == .mute && $0.isSet == true }
            #expect(
                Set(try await site.session.mutedUsers().map(\.id.recordID.bytes))
                    == Set(muted.map(\.key))
            )
        }
    }
}

/// A linear congruential generator with Knuth's constants, which repeats a failing schedule.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
