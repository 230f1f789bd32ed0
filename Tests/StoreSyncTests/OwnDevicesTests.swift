import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

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
            case .folder: for site in [phone, laptop, phone, laptop] { try await state(site) }
            }
        }

        @discardableResult
        func state(_ site: Site) async throws -> SyncReport {
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
        let follow = RecordRegister.follow(han.user, of: phone.user)
        #expect(try mal.world.repository.read { try $0.record(setting: follow) } == nil)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(!files.contains { $0.hasPrefix("private") })
        for file in files where file.hasSuffix(".pack") {
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: file))
            #expect(bytes.range(of: Data(han.user.bytes)) == nil)
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
            try await devices.state(phone)
            try await devices.state(laptop)
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
        try await devices.state(phone)
        #expect(try Data(contentsOf: file) == intact)
        for damaged in [intact.dropLast(), Data(), try Data(contentsOf: otherFile)] {
            try Data(damaged).write(to: file)
            let report = try await devices.state(laptop)
            #expect(report.damagedFiles == [name] && !report.isEqual)
            #expect(try await devices.state(phone).damagedFiles == [])
            #expect(try await devices.state(laptop).damagedFiles == [])
        }
    }

    @Test("Only a device of the user, which has not been revoked, can write private data")
    func foreignFile() async throws {
        let devices = try await Devices(.sqliteInMemory, .session)
        let (phone, laptop) = (devices.phone, devices.laptop)
        let (store, sender) = (try phone.store(), try laptop.store())
        var data = PrivateData()
        let block = Restriction(.block, of: devices.mal.user, milliseconds: 1)
        data.registers = [PrivateRegister(block)]
        let keys = try laptop.world.repository.read { try $1.keys(of: laptop.user) }
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
            try accounts.privateData(of: phone.user, social, phone.world.clock.environment)
                .stored
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
            #expect(peers.first { $0.user == han && $0.target == nil }?.name == "Han")
        }
        #expect(UInt64(3).later(than: 7) == 8 && UInt64(3).later(than: nil) == 3)
        let (day, highest) = (UInt64(86_400_000), PushID.maximumMilliseconds)
        #expect(UInt64(3).later(than: day + 3) == day + 4 && UInt64(3).later(than: day + 4) == 3)
        #expect(UInt64.max.later(than: .max) == highest && highest.later(than: highest) == highest)
        #expect((highest - 1).later(than: highest) == highest)
    }

    /// The registers that say that a user has muted and blocked others, and has renamed a peer.
    private static func registers(
        _ muted: User.ID,
        _ blocked: User.ID,
        peer: StoredPeer,
        milliseconds: UInt64
    ) -> [PrivateRegister] {
        var peer = peer
        (peer.name, peer.milliseconds) = ("\(milliseconds)", milliseconds)
        let block = Restriction(.block, of: blocked, milliseconds: milliseconds)
        return [
            PrivateRegister(Restriction(.mute, of: muted, milliseconds: milliseconds)),
            PrivateRegister(block), peer.register,
        ]
        .compactMap(\.self)
    }

    @Test(
        "Nothing that is dated far into the future replaces anything, or cannot be replaced",
        arguments: [UInt64(400 * 86_400_000), PushID.maximumMilliseconds],
        [false, true]
    )
    func hostileDates(date: UInt64, isFile: Bool) async throws {
        let devices = try await Devices(.sqliteInMemory, .session)
        let (phone, laptop) = (devices.phone, devices.laptop)
        let (han, mal) = (devices.han.user, devices.mal.user)
        try await devices.followOthers()
        let peer = StoredPeer(user: han, target: nil, name: nil, milliseconds: 0)
        let now = phone.world.clock.environment.now().millisecondsSince1970
        var data = PrivateData()
        data.registers = Self.registers(
            han,
            mal,
            peer: peer,
            milliseconds: date == PushID.maximumMilliseconds ? date : now + date
        )
        let keys = try laptop.world.repository.read { try $1.keys(of: laptop.user) }
        let key = try #require(keys?.device)
        /// Delivers what the finder of the laptop has written, once more.
        func attack() throws {
            let store = try phone.store()
            if isFile {
                let file = try PrivateFile.encode(data.stored, signedBy: key)
                #expect(try store.receivePrivateFile(file, from: key.id))
            } else {
                try store.receivePrivate(data.stored, from: key.id)
            }
        }
        func state(_ site: Site) async throws -> [String] {
            let names = try await site.sync.peers().filter { $0.user == han }.compactMap(\.name)
            let (muted, blocked) = (
                try await site.session.mutedUsers(), try await site.session.blockedUsers()
            )
            return names + muted.map(\.username) + blocked.map(\.username)
        }
        _ = try await phone.sync.addPeer(han, name: "Han")
        try attack()
        // Nothing else was known of the mute and the block, so they count, as the oldest ones.
        #expect(try await state(phone) == ["Han", "han", "mal"])
        phone.tick()
        _ = try await phone.session.unmute(han)
        try await phone.session.unblock(mal)
        try attack()
        #expect(try await state(phone) == ["Han"])
        let sent = try #require(try phone.store().privatePayload(for: SigningKey().id))
        let payload = try #require(PrivateData(stored: sent))
        #expect(!payload.isDamaged && payload.registers.count >= 3)
        #expect(payload.registers.allSatisfy { $0.milliseconds <= now + 86_400_000 })
        try await devices.sync()
        #expect(try await state(laptop) == ["Han"])
        _ = try await laptop.session.mute(han)
        try await devices.sync()
        try attack()
        #expect(try await state(phone) == ["Han", "han"])
    }

    @Test("A register that cannot be read silences no other, and is reported")
    func damagedRegister() async throws {
        let devices = try await Devices(.sqliteInMemory, .session)
        let (phone, laptop) = (devices.phone, devices.laptop)
        try await devices.followOthers()
        let (han, mal) = (devices.han.user, devices.mal.user)
        var data = PrivateData()
        data.registers = [PrivateRegister(Restriction(.mute, of: han, milliseconds: 1))]
        var bytes = data.stored[...]
        guard case .array(var parts) = CBORValue(&bytes), case .array(let registers) = parts[1]
        else {
            Issue.record("The encoding has changed.")
            return
        }
        // Times that no device can read, another shape, and a user who is no user.
        let odd: [CBORValue] = [1 << 48, .max]
            .map { time in
                .array([.unsigned(3), .bytes(mal.bytes), .unsigned(time), .bytes([1])])
            }
        parts[1] = .array(odd + [.null, .array([.text("odd")])] + registers)
        let payload = CBORValue.array(parts).encoded
        let (own, observer) = (try laptop.store().device, try phone.store().device)
        let name = "private/\(own)"
        let key = try await laptop.sync.noiseKey()
        for role in [SessionConfiguration.Role.initiator, .responder] {
            let impostor = Impostor(device: laptop, key: key)
            let result = try await impostor.meet(phone, as: role, sending: payload)
            #expect(result.report?.damagedFiles == [name] && result.report?.isEqual == false)
            let contact = try phone.world.repository.read { _, accounts in
                try accounts.state(
                    StoredContact.self,
                    forKey: StateKey.contact(
                        with: StateKey.contact(of: own, owning: key.encryptionKey),
                        on: observer
                    )
                )
            }
            #expect(contact?.failure == "damaged-pack")
        }
        #expect(try await phone.session.mutedUsers().map(\.id) == [han])
        // In a folder, the file is damaged.
        let keys = try laptop.world.repository.read { try $1.keys(of: laptop.user) }
        let signer = try #require(keys?.device)
        for (content, isIntact) in [(payload, false), ([0], false), (data.stored, true)] {
            let file = try PrivateFile.encode(content, signedBy: signer)
            #expect(try phone.store().receivePrivateFile(file, from: own) == isIntact)
        }
        _ = try await phone.session.mute(mal)
        try await devices.sync()
        #expect(try await Set(laptop.session.mutedUsers().map(\.id)) == [han, mal])
    }

    @Test("A user whose device has been revoked can still block")
    func blockWithoutKey() async throws {
        let devices = try await Devices(.sqliteInMemory, .session)
        let (phone, han) = (devices.phone, devices.han.user)
        try await devices.followOthers()
        try phone.world.repository.writeAccounts { accounts in
            try accounts.markDeviceKey(of: phone.user, as: .revoked)
        }
        await #expect(throws: TimelineError.deviceKeyRevoked) {
            _ = try await phone.session.unfollow(han)
        }
        try await phone.session.block(han)
        #expect(try await phone.session.blockedUsers().map(\.id) == [han])
        #expect(try await phone.session.users(UserQuery(.followed(by: phone.user))).count == 1)
    }

    @Test("Three devices agree after any schedule of changes and syncs", arguments: 1...12)
    func schedules(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let storage = Storage.allCases.randomElement(using: &random) ?? .inMemory
        let devices = try await Devices(storage, .session)
        let tablet = try await devices.phone.pairedDevice(storage, seed: 5)
        let sites = [devices.phone, devices.laptop, tablet]
        let others = [devices.han.user, devices.mal.user]
        try await devices.followOthers()
        for site in sites.dropFirst() { try await Devices.meet(site, devices.phone) }
        for step in 0..<30 {
            let site = sites[Int.random(in: 0..<3, using: &random)]
            let other = others[Int.random(in: 0..<2, using: &random)]
            // Clocks are wrong by up to a day, sometimes by more than a year, and jump.
            let isFar = Int.random(in: 0..<8, using: &random) == 0
            let offset =
                Double(Int.random(in: -2...2, using: &random)) * (isFar ? 17_280_000 : 43_200)
            let isRepeated = Bool.random(using: &random)
            site.world.clock.advance(by: isRepeated ? 0 : offset)
            switch Int.random(in: 0..<11, using: &random) {
            case 0: try await site.session.block(other)
            case 1: try await site.session.unblock(other)
            case 2: _ = try await site.session.mute(other)
            case 3: _ = try await site.session.unmute(other)
            case 4: try await site.sync.addPeer(other, name: "\(random.next() % 3)")
            case 5:
                let peer = try await site.sync.peers().first
                if let peer { try await site.sync.removePeer(peer.id) }
            case 6, 7: try await devices.state(site)
            case 8: try await devices.read(on: site)
            case 9:
                // Another device was stolen, and its finder dates changes into the future.
                var data = PrivateData()
                let peer = StoredPeer(user: other, target: nil, name: nil, milliseconds: 0)
                let highest = PushID.maximumMilliseconds
                data.registers = Self.registers(other, other, peer: peer, milliseconds: highest)
                try site.store().receivePrivate(data.stored, from: SigningKey().id)
            default:
                let next = sites[Int.random(in: 0..<3, using: &random)]
                if next.partials != site.partials { try await Friends.connect(site, next) }
            }
            site.world.clock.advance(by: isRepeated ? 0 : -offset)
            if step == 10 {
                // Posts that not all devices have read.
                try await devices.han.world.post(by: devices.han.user, "later", seed: 7)
                for site in sites {
                    let blocked = try await site.session.blockedUsers().map(\.id)
                    if blocked.contains(devices.han.user) { continue }
                    site.world.clock.advance(by: 60)
                    try await site.addPeer(devices.han)
                    try await Devices.meet(site, devices.han)
                }
            }
        }
        // In the end, all clocks are right.
        let present = sites.map(\.world.clock.now).max() ?? .distantPast
        for site in sites {
            site.world.clock.advance(by: present.timeIntervalSince(site.world.clock.now) + 60)
        }
        // The last syncs go through the folder or in a circle of sessions.
        if Bool.random(using: &random) {
            for site in sites + sites { try await devices.state(site) }
        } else {
            for index in 0..<6 {
                try await Friends.connect(sites[index % 3], sites[(index + 1) % 3])
            }
        }
        let registers = try sites.map { site in
            try site.world.repository.read { _, accounts in
                let now = site.world.clock.environment.now().millisecondsSince1970
                return try accounts.privateRegisters(of: site.user)
                    .map { $0.counted(at: now) }
            }
        }
        #expect(registers[0] == registers[1] && registers[1] == registers[2])
        for site in sites {
            let payload = try site.store().privatePayload(for: SigningKey().id)
            #expect(payload.flatMap { PrivateData(stored: $0) }?.isDamaged == false)
            let blocked = registers[0].filter { $0.kind == .block && $0.restriction?.isSet == true }
            #expect(
                Set(try await site.session.blockedUsers().map(\.id.bytes))
                    == Set(blocked.map(\.key))
            )
            let muted = registers[0].filter { $0.kind == .mute && $0.restriction?.isSet == true }
            #expect(
                Set(try await site.session.mutedUsers().map(\.id.bytes))
                    == Set(muted.map(\.key))
            )
        }
    }
}
