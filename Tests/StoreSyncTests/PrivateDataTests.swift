import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Private data of a user's own devices")
struct PrivateDataTests {
    /// A user with a laptop and a phone, and a friend.
    private struct Devices {
        let laptop: Site
        let phone: Site
        let friend: Site

        init(_ storage: Storage) async throws {
            let friends = try await Friends(storage)
            (laptop, friend) = (friends.anna, friends.ben)
            try await friend.sync.follow(laptop.user)
            try await laptop.sync.follow(friend.user)
            try await friends.syncPipes()
            phone = try await laptop.pairedDevice(storage, seed: 9)
            try await sync()
        }

        /// Syncs the user's two devices until nothing more changes.
        func sync() async throws {
            while try await Friends.connect(phone, laptop).needsAnotherSync {}
        }

        func muted(on site: Site) async throws -> [String] {
            try await site.session.mutedUsers().map(\.username)
        }
    }

    @Test("Mutes converge, and the newer change remains", arguments: Storage.allCases)
    func mutes(storage: Storage) async throws {
        let devices = try await Devices(storage)
        let (laptop, phone) = (devices.laptop, devices.phone)
        let friend = devices.friend.user
        _ = try await laptop.session.mute(friend)
        try await devices.sync()
        #expect(try await devices.muted(on: phone) == ["ben"])
        phone.tick()
        _ = try await phone.session.unmute(friend)
        try await devices.sync()
        #expect(try await devices.muted(on: laptop) == [])
        // Both devices change it before they sync, the phone last.
        laptop.tick()
        _ = try await laptop.session.mute(friend)
        phone.world.clock.advance(by: 60)
        _ = try await phone.session.mute(friend)
        phone.tick()
        _ = try await phone.session.unmute(friend)
        try await devices.sync()
        #expect(try await devices.muted(on: laptop) == [])
        #expect(try await devices.muted(on: phone) == [])
        laptop.world.clock.advance(by: 120)
        _ = try await laptop.session.mute(friend)
        try await devices.sync()
        try await devices.sync()
        #expect(try await devices.muted(on: phone) == ["ben"])
    }

    @Test(
        "A device lists and lifts blocks of users that it does not know",
        arguments: Storage.allCases
    )
    func unknownBlocks(storage: Storage) async throws {
        let laptop = try await Site(storage, "leia", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2)
        let bob = try await Site(storage, "bob", seed: 3)
        try await phone.addPeer(bob)
        try await bob.addPeer(phone)
        try await bob.sync.follow(laptop.user)
        while try await Friends.connect(bob, phone).needsAnotherSync {}
        phone.tick()
        try await phone.session.block(bob.user)
        // A user of whom no device knows more than the name.
        let unknown = User.ID(UUID())
        try phone.world.repository.writeAccounts { accounts in
            let block = Restriction(.block, of: unknown, milliseconds: 1, name: "eve")
            try accounts.setRestriction(block, by: phone.user)
        }
        while try await Friends.connect(laptop, phone).needsAnotherSync {}
        #expect(try await laptop.session.blockedUsers().map(\.username) == ["bob", "eve"])
        // The follow that Bob has signed is neither listed nor counted.
        #expect(try await phone.session.profile().followerCount == 0)
        #expect(try await phone.session.users(UserQuery(.followers(of: phone.user))).isEmpty)
        laptop.world.clock.advance(by: 10)
        for name in ["bob", "eve"] {
            try await laptop.session.unblock(laptop.session.blockedUser(named: name).id)
        }
        while try await Friends.connect(phone, laptop).needsAnotherSync {}
        for site in [laptop, phone] { #expect(try await site.session.blockedUsers().isEmpty) }
        #expect(try await phone.session.profile().followerCount == 1)
    }

    @Test("Bookmarks converge, and the newer change remains", arguments: Storage.allCases)
    func bookmarks(storage: Storage) async throws {
        let devices = try await Devices(storage)
        let (laptop, phone) = (devices.laptop, devices.phone)
        var posts: [Post.ID] = []
        for seed in 1...3 {
            devices.friend.tick()
            posts.append(try await devices.friend.session.post([TestPhotos.file(seed: seed)]).id)
        }
        while try await Friends.connect(devices.friend, laptop).needsAnotherSync {}
        func bookmarks(on site: Site) async throws -> [Int?] {
            try await site.session.bookmarks().posts.map { posts.firstIndex(of: $0.id) }
        }
        for (number, site) in [(1, laptop), (0, laptop), (2, laptop)] {
            site.tick()
            try await site.session.bookmark(posts[number])
        }
        try await devices.sync()
        #expect(try await bookmarks(on: phone) == [2, 0, 1])
        // Both devices change them before they sync; the phone removes one last.
        laptop.world.clock.advance(by: 60)
        try await laptop.session.unbookmark(posts[0])
        try await laptop.session.bookmark(posts[0])
        try await laptop.session.unbookmark(posts[1])
        phone.world.clock.advance(by: 120)
        try await phone.session.unbookmark(posts[0])
        try await devices.sync()
        for site in [laptop, phone] {
            #expect(try await bookmarks(on: site) == [2])
            // The place of a removed bookmark remains on both.
            let page = try await site.session.bookmarks(before: posts[1])
            #expect(page.posts.isEmpty)
        }
        #expect(
            try await laptop.session.bookmarks(before: posts[0]).posts.map(\.id) == [posts[2]]
        )
        laptop.world.clock.advance(by: 120)
        try await laptop.session.bookmark(posts[1])
        try await devices.sync()
        #expect(try await bookmarks(on: phone) == [1, 2])
    }

    @Test("A device stores no more bookmarks than the newest 10,000", arguments: [false, true])
    func manyBookmarks(isHostile: Bool) async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (laptop, phone) = (devices.laptop, devices.phone)
        func register(_ number: Int, isSet: Bool = true) -> PrivateRegister {
            let post = Post.ID(PushID(milliseconds: UInt64(number), bits: (0, 0)))
            return PrivateRegister(
                Bookmark(post, isSet: isSet, milliseconds: UInt64(number))
            )
        }
        func stored(on site: Site) throws -> [UInt64] {
            try site.world.repository.read { try $1.bookmarks(of: site.user) }
                .map(\.milliseconds)
        }
        let limit = Bookmark.limit
        // The phone has older ones, of which those that the new ones leave room for remain.
        try phone.world.repository.writeAccounts { _, accounts in
            let old = try (1...limit)
                .map {
                    try #require(try register($0).bookmark(replacing: { _ in nil }))
                }
            try accounts.setBookmarks(old, of: phone.user)
        }
        var data = PrivateData()
        let count = isHostile ? limit + 1000 : 400
        data.registers = (1...count).map { register(limit + $0, isSet: $0 % 2 == 0) }
        let odd = PrivateRegister(kind: .bookmark, key: [1], milliseconds: 9_000_000, value: [1])
        let badValue = PrivateRegister(
            kind: .bookmark,
            key: Post.ID(.max).bytes,
            milliseconds: 9_000_000,
            value: [2]
        )
        data.registers.insert(contentsOf: [odd, badValue], at: 0)
        let store = try phone.store()
        let device = try laptop.store().device
        try store.receivePrivate(data.stored, from: device)
        let last = limit + count
        let newest = (last - limit + 1...last).map { UInt64($0) }
        // What cannot be read takes the place of two others.
        let old = [limit - 1, limit].map { UInt64($0) }
        #expect(try stored(on: phone) == (isHostile ? old + newest.dropFirst(2) : newest))
        guard !isHostile else { return }
        try await devices.sync()
        #expect(try stored(on: laptop) == stored(on: phone))
    }

    @Test("Friends learn nothing of mutes, bookmarks and visits")
    func friends() async throws {
        let devices = try await Devices(.inMemory)
        _ = try await devices.laptop.session.mute(devices.friend.user)
        let post = try await devices.laptop.session.post([TestPhotos.file(seed: 1)]).id
        try await devices.laptop.session.bookmark(post)
        try await Friends.connect(devices.friend, devices.laptop)
        let data = try devices.friend.world.repository.read { social, accounts in
            try accounts.privateData(
                of: devices.friend.user,
                social,
                devices.friend.world.clock.environment
            )
        }
        #expect(data.registers.allSatisfy { $0.kind == .peer })
        #expect(data.readPosts.posts.isEmpty && data.seenActivity.newest == nil)
    }

    @Test("A session with a friend contains no private data", arguments: Storage.allCases)
    func canaries(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let carl = try await Site(storage, "carl", seed: 3)
        let login = try await anna.world.logIn("anna")
        // Ben does not follow Carl, whose post Anna has read.
        let read = try await carl.world.post(by: carl.user, "read by Anna").id
        try await carl.addPeer(anna)
        try await anna.addPeer(carl)
        try await anna.sync.follow(carl.user)
        while try await Friends.connect(anna, carl).needsAnotherSync {}
        #expect(try await anna.captions() == ["read by Anna"])
        try await anna.session.markShown(try await anna.session.timeline())
        let blocked = User.ID(UUID())
        try await anna.session.block(blocked)
        try await anna.world.post(by: anna.user, "beach", seed: 2)
        try await ben.sync.follow(anna.user)
        ben.world.clock.advance(by: 10)
        let sent = Data(try await Conversation(ben, anna).turns.flatMap(\.self))
        #expect(sent.range(of: Data("beach".utf8)) != nil)
        let canaries = [
            Data("example.org".utf8), Data("\(login.token)".utf8), Data(read.bytes),
            Data(blocked.bytes),
        ]
        for canary in canaries { #expect(sent.range(of: canary) == nil) }
    }

    @Test("Activity seen on one device is not new on the other", arguments: Storage.allCases)
    func activity(storage: Storage) async throws {
        let devices = try await Devices(storage)
        let (laptop, phone, friend) = (devices.laptop, devices.phone, devices.friend)
        laptop.tick()
        let post = try await laptop.world.post(by: laptop.user, "sunset").id
        try await Friends.connect(friend, laptop)
        try await devices.sync()
        func count(_ site: Site) async throws -> Int { try await site.session.newActivityCount() }
        let before = [try await count(laptop), try await count(phone)]
        friend.world.clock.advance(by: 5)
        _ = try await friend.session.comment(on: post, "lovely")
        try await Friends.connect(friend, laptop)
        try await devices.sync()
        #expect(try await count(laptop) == before[0] + 1)
        #expect(try await count(phone) == before[1] + 1)
        try await laptop.session.markShown(try await laptop.session.activity())
        #expect(try await count(laptop) == 0)
        try await devices.sync()
        #expect(try await count(phone) == 0)
        // Later activity is new on both.
        friend.world.clock.advance(by: 5)
        _ = try await friend.session.like(post)
        try await Friends.connect(friend, laptop)
        try await devices.sync()
        #expect(try await count(laptop) == 1)
        #expect(try await count(phone) == 1)
        // A state on the phone also takes effect on the laptop.
        try await phone.session.markShown(try await phone.session.activity())
        try await devices.sync()
        #expect(try await count(laptop) == 0)
    }

    @Test("A post read on one device is not new on the other", arguments: Storage.allCases)
    func readPosts(storage: Storage) async throws {
        let devices = try await Devices(storage)
        let (laptop, phone, friend) = (devices.laptop, devices.phone, devices.friend)
        func new(_ site: Site) async throws -> [String] {
            try await site.session.newPosts().posts.map(\.caption)
        }
        friend.tick()
        try await friend.world.post(by: friend.user, "first")
        try await Friends.connect(friend, laptop)
        try await devices.sync()
        try await laptop.session.markShown(try await laptop.session.timeline())
        try await devices.sync()
        #expect(try await new(phone) == [])
        // The post and its read interval arrive on the laptop in one session.
        friend.world.clock.advance(by: 5)
        try await friend.world.post(by: friend.user, "second", seed: 2)
        while try await Friends.connect(friend, phone).needsAnotherSync {}
        #expect(try await new(phone) == ["second"])
        try await phone.session.markShown(try await phone.session.timeline())
        try await devices.sync()
        #expect(try await laptop.captions() == ["second", "first"])
        #expect(try await new(laptop) == [])
        // A later post is new on both.
        friend.world.clock.advance(by: 5)
        try await friend.world.post(by: friend.user, "third", seed: 3)
        try await Friends.connect(friend, laptop)
        try await devices.sync()
        #expect(try await new(laptop) == ["third"])
        #expect(try await new(phone) == ["third"])
    }

    /// Opens a session of a device with another one.
    private static func open(
        _ site: Site,
        _ role: SessionConfiguration.Role,
        with other: Site
    ) async throws -> SyncSession<RepositorySyncStore> {
        try site.sync.openSession(role: role, peer: try await other.encryptionKey())
    }

    /// Runs a session between two devices, one request or reply at a time.
    ///
    /// Calls `change` with the number of each reply before it arrives.
    private static func run(
        _ client: Site,
        _ server: Site,
        change: (Int) async throws -> Void = { _ in }
    ) async throws -> [SyncSession<RepositorySyncStore>] {
        for site in [client, server] { site.tick() }
        let time = { SyncTime.present(client.world.clock.environment) }
        var asking = try await Self.open(client, .initiator, with: server)
        var answering = try await Self.open(server, .responder, with: client)
        _ = answering.start(at: time())
        var request = asking.start(at: time())
        var number = 0
        while !request.isEmpty {
            let reply = answering.receive(request, at: time())
            number += 1
            try await change(number)
            request = asking.receive(reply, at: time())
        }
        answering.disconnect()
        for (site, session) in [(client, asking), (server, answering)] {
            try site.sync.finish(session, try #require(session.outcome))
        }
        return [asking, answering]
    }

    @Test(
        "A change during a session is sent in the next one",
        arguments: Storage.allCases,
        [false, true]
    )
    func changeDuringSession(storage: Storage, isPhoneAsking: Bool) async throws {
        let devices = try await Devices(storage)
        let (laptop, phone) = (devices.laptop, devices.phone)
        let (client, server) = isPhoneAsking ? (phone, laptop) : (laptop, phone)
        _ = try await laptop.world.post(by: laptop.user, "a record for the session")
        _ = try await Self.run(client, server) { number in
            guard number == 2 else { return }
            _ = try await laptop.session.mute(devices.friend.user)
        }
        #expect(try await devices.muted(on: phone) == [])
        _ = try await Self.run(client, server)
        #expect(try await devices.muted(on: phone) == ["ben"])
        let sessions = try await Self.run(client, server)
        #expect(sessions.allSatisfy { $0.outcome == .finished && $0.summary.turns == 1 })
        #expect(sessions.allSatisfy { $0.summary.bytesSent <= 180 })
    }

    @Test("Private data whose arrival is not confirmed is sent again")
    func unconfirmed() async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (laptop, phone) = (devices.laptop, devices.phone)
        #expect(try await Self.run(phone, laptop)[0].summary.turns == 1)
        _ = try await laptop.session.mute(devices.friend.user)
        // The phone is killed before the reply of the laptop arrives.
        let time = SyncTime.present(laptop.world.clock.environment)
        var asking = try await Self.open(phone, .initiator, with: laptop)
        var answering = try await Self.open(laptop, .responder, with: phone)
        _ = answering.start(at: time)
        #expect(!answering.receive(asking.start(at: time), at: time).isEmpty)
        answering.disconnect()
        #expect(answering.outcome == .failed(.disconnected))
        try laptop.sync.finish(answering, try #require(answering.outcome))
        let sessions = try await Self.run(phone, laptop)
        #expect(sessions.allSatisfy { $0.outcome == .finished })
        #expect(try await devices.muted(on: phone) == ["ben"])
    }

    @Test("Of too many registers, the first are read")
    func manyRegisters() throws {
        var data = PrivateData()
        let register = PrivateRegister(Bookmark(Post.ID(.max), isSet: true, milliseconds: 9))
        data.registers = Array(repeating: register, count: PrivateData.registerLimit)
        #expect(try #require(PrivateData(stored: data.stored)).isDamaged == false)
        data.registers.append(register)
        let read = try #require(PrivateData(stored: data.stored))
        #expect(read.isDamaged && read.registers.count == PrivateData.registerLimit)
    }

    @Test("Private data has one encoding")
    func coding() throws {
        var data = PrivateData()
        let user = User.ID(rootKey: SigningKey().verifyingKey)
        data.registers = [
            PrivateRegister(Restriction(.mute, of: user, milliseconds: 7)),
            PrivateRegister(
                Restriction(.block, of: user, milliseconds: 7, name: "bob")
            ),
            PrivateRegister(
                Restriction(.block, of: user, isSet: false, milliseconds: 8)
            ),
            PrivateRegister(Bookmark(Post.ID(.max), isSet: true, milliseconds: 9)),
        ]
        let id = PushID(milliseconds: 5, bits: (0, 9))
        data.readPosts.posts = [Post.ID(id)]
        data.readPosts.lowest = Post.ID(id)
        let earlier = Post.ID(PushID(milliseconds: 4, bits: (0, 0)))
        data.readPosts.older = [Post.ID(.min)...earlier]
        data.seenActivity.newest = id
        data.seenActivity.unseen = [.min]
        let read = try #require(PrivateData(stored: data.stored))
        #expect(read.stored == data.stored && read.registers == data.registers)
        #expect(read.readPosts == data.readPosts && read.seenActivity == data.seenActivity)
        data.readPosts.older = [Post.ID(.min)...Post.ID(id)]
        #expect(PrivateData(stored: data.stored) == nil)
    }
}
