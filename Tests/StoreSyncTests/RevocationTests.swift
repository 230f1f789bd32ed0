import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Revoked devices")
struct RevocationTests {
    /// A user with two devices and a friend, who all hold one post from each device.
    private struct World {
        let laptop: Site
        let phone: Site
        let friend: Site
        /// The key of the phone, which its finder has.
        let key: SigningKey

        init(_ storage: Storage) async throws {
            laptop = try await Site(storage, "anna", seed: 1)
            phone = try await laptop.pairedDevice(storage, seed: 2)
            friend = try await Site(storage, "ben", seed: 3)
            let user = phone.user
            let keys = try phone.world.repository.read { try $1.keys(of: user) }
            key = try #require(keys).device
            try await laptop.addPeer(friend)
            try await friend.addPeer(laptop)
            try await friend.sync.follow(laptop.user)
            try await laptop.world.post(by: laptop.user, "from the laptop", seed: 11)
            try await connect(friend, laptop)
            for site in [laptop, phone, friend] { site.world.clock.advance(by: 100) }
            try await phone.addPeer(friend)
            try await phone.world.post(by: phone.user, "from the phone", seed: 22)
            try await connect(phone, laptop)
            try await connect(friend, laptop)
        }

        func connect(_ client: Site, _ server: Site) async throws {
            while try await Friends.connect(client, server).needsAnotherSync {}
            // The last session may have received something; this one is between equal stores.
            try await Friends.connect(client, server)
        }

        /// Returns records that the finder of the phone signs with earlier dates: a post, and the
        /// deletion of the user's posts.
        func datedBack() throws -> [VerifiedRecord] {
            let author = laptop.user
            let posts = try laptop.world.repository
                .read {
                    try $0.records(inScope: author, below: nil, limit: 100)
                }
                .filter { $0.content.kind == .postSet }
            let early = try #require(posts.map(\.stamp.milliseconds).min())
            let id = BoundID<Post>(milliseconds: early, nonce: Nonce(number: 1), author: author)
            var contents: [(RecordContent, PushID)] = []
            for post in posts {
                guard case .postSet(let bound, let content) = post.content else { continue }
                contents.append((.postSet(id, content), id.stamp))
                let stamp = PushID(milliseconds: early, bits: (1, 1))
                contents.append((.postDeleted(bound), stamp))
            }
            return try contents.map { content, stamp in
                try VerifiedRecord(
                    author: author,
                    stamp: stamp,
                    content: content,
                    signedWith: key
                )
            }
        }
    }

    @Test("What a revoked key dates back is void on every device", arguments: Storage.allCases)
    func datedBack(storage: Storage) async throws {
        let world = try await World(storage)
        try await world.laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await world.connect(world.friend, world.laptop)
        let forged = try world.datedBack()
        for site in [world.laptop, world.friend] {
            #expect(try site.store().commit(SyncBatch(accepted: forged)).isEmpty)
            #expect(try await site.captions().sorted() == ["from the laptop", "from the phone"])
            #expect(try await site.world.owner.examine().isEmpty)
        }
        // Whoever received it before learns of the revocation afterwards.
        let late = try await World(storage)
        #expect(try !late.friend.store().commit(SyncBatch(accepted: late.datedBack())).isEmpty)
        try await late.laptop.sync.revokeDevice(late.key.id, password: TestWorld.password)
        for _ in 0..<2 { try await late.connect(late.friend, late.laptop) }
        #expect(try await late.friend.captions().sorted() == ["from the laptop", "from the phone"])
        #expect(try await late.friend.world.owner.examine().isEmpty)
    }

    @Test("A record that only the revoking device lacks is void", arguments: Storage.allCases)
    func unfetched(storage: Storage) async throws {
        let world = try await World(storage)
        world.phone.tick()
        try await world.phone.world.post(by: world.phone.user, "holiday", seed: 13)
        try await world.connect(world.phone, world.friend)
        #expect(try await world.friend.captions().count == 3)
        try await world.laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await world.connect(world.friend, world.laptop)
        for site in [world.laptop, world.friend] {
            #expect(try await site.captions().sorted() == ["from the laptop", "from the phone"])
        }
    }

    @Test("The list contains what was fetched before", arguments: Storage.allCases)
    func fetched(storage: Storage) async throws {
        let world = try await World(storage)
        world.phone.tick()
        try await world.phone.world.post(by: world.phone.user, "holiday", seed: 13)
        try await world.connect(world.phone, world.friend)
        try await world.connect(world.friend, world.laptop)
        try await world.laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await world.connect(world.friend, world.laptop)
        for site in [world.laptop, world.friend] {
            #expect(try await site.captions().count == 3)
        }
    }

    @Test("A time leaves out what a thief signed from then on", arguments: Storage.allCases)
    func since(storage: Storage) async throws {
        let world = try await World(storage)
        let stolen = world.phone.world.clock.environment.now().addingTimeInterval(50)
        for site in [world.laptop, world.phone, world.friend] { site.world.clock.advance(by: 100) }
        try await world.phone.world.post(by: world.phone.user, "by the thief", seed: 13)
        try await world.connect(world.laptop, world.phone)
        #expect(try await world.laptop.captions().count == 3)
        let activity = try await world.laptop.sync.activity(of: world.key.id)
        #expect(activity.since != nil && activity.statements.isEmpty)
        try await world.laptop.sync.revokeDevice(
            world.key.id,
            since: stolen,
            password: TestWorld.password
        )
        #expect(try await world.laptop.captions() == ["from the phone", "from the laptop"])
        #expect(try await world.laptop.world.owner.examine().isEmpty)
    }

    @Test("What a device signed since the last sync with it is shown", arguments: Storage.allCases)
    func activity(storage: Storage) async throws {
        let world = try await World(storage)
        for site in [world.laptop, world.phone, world.friend] { site.world.clock.advance(by: 100) }
        try await world.phone.world.post(by: world.phone.user, "later", seed: 13)
        world.phone.tick()
        let first = try #require(try await world.phone.session.timeline().posts.last)
        try await world.phone.session.delete(first.id)
        try await world.connect(world.phone, world.friend)
        try await world.connect(world.friend, world.laptop)
        let activity = try await world.laptop.sync.activity(of: world.key.id)
        #expect(activity.since != nil)
        #expect(activity.statements.map(\.kind) == [.postDeleted, .postSet])
        #expect(activity.statements.map(\.text) == [nil, "later"])
        #expect(!activity.statements.contains { $0.isBackdated })
        #expect(activity.earlier.isEmpty && activity.voided == 0)
        // Deletions stay visible after a sync with the device itself.
        try await world.connect(world.laptop, world.phone)
        let later = try await world.laptop.sync.activity(of: world.key.id)
        #expect(later.statements.isEmpty && later.earlier.map(\.kind) == [.postDeleted])
    }

    @Test("What a thief dates back is shown by its arrival", arguments: Storage.allCases)
    func datedBackActivity(storage: Storage) async throws {
        let world = try await World(storage)
        let forged = try world.datedBack()
        for site in [world.laptop, world.phone, world.friend] { site.world.clock.advance(by: 999) }
        try await world.connect(world.laptop, world.phone)
        #expect(try !world.laptop.store().commit(SyncBatch(accepted: forged)).isEmpty)
        let activity = try await world.laptop.sync.activity(of: world.key.id)
        #expect(activity.statements.allSatisfy { $0.isBackdated })
        #expect(activity.statements.count { $0.kind == .postDeleted } == 2)
        #expect(activity.statements.contains { $0.kind == .postSet })
        // All records count, not only those that arrived after the last sync.
        let since = try #require(activity.statements.map(\.date).min())
        let voiding = try await world.laptop.sync.activity(of: world.key.id, since: since)
        #expect(voiding.voided == activity.statements.count + voiding.earlier.count)
        let all = try await world.laptop.sync.activity(of: world.key.id, since: .distantPast)
        #expect(all.voided == all.statements.count + all.earlier.count)
        #expect(all.statements == activity.statements)
        // A sync with the device hides nothing of it.
        try await world.connect(world.laptop, world.phone)
        #expect(try await world.laptop.sync.activity(of: world.key.id) == activity)
    }

    @Test(
        "A concurrent revocation brings listed records back, through a folder only",
        arguments: Storage.allCases
    )
    func concurrent(storage: Storage) async throws {
        let world = try await World(storage)
        let (laptop, phone, friend) = (world.laptop, world.phone, world.friend)
        let tablet = try await laptop.pairedDevice(storage, seed: 4)
        for site in [laptop, phone, friend, tablet] { site.world.clock.advance(by: 200) }
        let folder = try TemporaryFolder.make().path
        func sync(_ sites: Site...) async throws {
            for site in sites {
                site.tick()
                try await site.sync.sync(folder: folder, isOwn: false)
            }
        }
        try await sync(laptop, phone, tablet, friend)
        try await phone.world.post(by: phone.user, "holiday", seed: 13)
        try await sync(phone, tablet, friend)
        #expect(try await friend.captions().count == 3)
        try await laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await sync(laptop, friend)
        #expect(try await friend.captions().count == 2)
        // The tablet has not heard of that, and holds the post.
        try await tablet.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await sync(tablet, friend, laptop)
        for site in [tablet, friend, laptop] {
            #expect(try await site.captions().count == 3)
            #expect(try await site.world.owner.examine().isEmpty)
        }
    }

    @Test("A revoked device is a stranger in a folder of the user's own", arguments: [false, true])
    func ownFolder(isRevoked: Bool) async throws {
        func meet(_ one: Site, _ other: Site) async throws {
            while try await Friends.connect(one, other).needsAnotherSync {}
        }
        let friends = try await Friends(.sqliteInMemory)
        let (laptop, other) = (friends.anna, friends.ben)
        try await other.sync.follow(laptop.user)
        try await meet(laptop, other)
        let phone = try await laptop.pairedDevice(.sqliteInMemory, seed: 3)
        for (one, other) in [(phone, laptop), (laptop, phone), (laptop, other)] {
            try await meet(one, other)
        }
        try await laptop.session.block(other.user)
        other.tick()
        _ = try await other.session.unfollow(laptop.user)
        other.tick()
        try await other.sync.follow(laptop.user)
        try await meet(phone, other)
        let register = RecordRegister.follow(other.user, of: laptop.user)
        func follow(on site: Site) throws -> RecordID? {
            try site.world.repository.read { try $0.record(setting: register)?.id }
        }
        let former = try #require(try follow(on: laptop))
        #expect(try follow(on: phone) != former)
        if isRevoked {
            laptop.world.clock.advance(by: 100)
            try await laptop.sync.revokeDevice(phone.store().device, password: TestWorld.password)
        }
        let folder = try TemporaryFolder.make().path
        for site in [phone, laptop] { try await site.sync.sync(folder: folder, isOwn: true) }
        #expect(try (follow(on: laptop) == former) == isRevoked)
    }

    @Test("Revoking a key forgets the rejections of its records", arguments: Storage.allCases)
    func rejections(storage: Storage) async throws {
        let world = try await World(storage)
        let store = try world.friend.store()
        let record = try #require(try world.datedBack().first)
        let other = try world.laptop.world.repository.read { [user = world.laptop.user] in
            try $0.records(inScope: user, below: nil, limit: 9)
                .first { $0.key != world.key.id }
        }
        let rejected = [record, try #require(other)].map { RejectedRecord($0, reason: .limit) }
        _ = try store.commit(SyncBatch(rejected: rejected))
        let ids = Set(rejected.map(\.position.id))
        func noted() throws -> Set<RecordID> {
            try world.friend.world.repository.read { _, accounts in
                try ids.filter { try !accounts.rejections(.record($0), limit: 1).isEmpty }
            }
        }
        #expect(try noted() == ids)
        let token = try store.token()
        try await world.laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        let revocation = try world.laptop.world.repository
            .read { try $0.introductions(of: [world.laptop.user]) }
            .filter { $0.content.kind == .keyRevoked }
        _ = try store.commit(SyncBatch(accepted: revocation))
        #expect(try noted() == [rejected[1].position.id])
        #expect(try store.token() != token)
    }

    @Test("A device that is found again keeps its posts after a login", arguments: Storage.allCases)
    func found(storage: Storage) async throws {
        let world = try await World(storage)
        let (laptop, phone, friend) = (world.laptop, world.phone, world.friend)
        phone.tick()
        try await phone.world.post(by: phone.user, "holiday", seed: 13)
        try await world.connect(phone, friend)
        try await laptop.sync.revokeDevice(world.key.id, password: TestWorld.password)
        try await world.connect(friend, laptop)
        #expect(try await friend.captions().count == 2)
        await #expect(throws: SyncError.peerFailed(.deviceRevoked)) {
            try await Friends.connect(phone, laptop)
        }
        phone.world.clock.advance(by: 100)
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        let folder = try TemporaryFolder.make().path
        for site in [phone, laptop, phone] {
            site.tick()
            try await site.sync.sync(folder: folder, isOwn: true)
        }
        for _ in 0..<2 { try await world.connect(friend, laptop) }
        for site in [phone, laptop, friend] { #expect(try await site.captions().count == 3) }
    }
}

@Suite("Drafts of a revoked device")
struct DraftTests {
    @Test(
        "A revoked device keeps its void posts, and signs them again",
        arguments: Storage.allCases
    )
    func signing(storage: Storage) async throws {
        let (laptop, phone, folder) = try await Self.revoked(storage)
        #expect(try await phone.captions() == ["shared"])
        let drafts = try await phone.session.drafts()
        #expect(drafts.map(\.content.caption) == ["second", "first"])
        #expect(try await phone.sync.status().drafts == 2)
        #expect(try await phone.world.owner.examine().isEmpty)
        await #expect(throws: TimelineError.deviceKeyRevoked) {
            try await phone.session.signDrafts(Set(drafts.map(\.id)))
        }
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        #expect(try await phone.session.signDrafts([drafts[1].id]) == 1)
        #expect(try await phone.captions() == ["first", "shared"])
        #expect(try await phone.session.drafts().map(\.id) == [drafts[0].id])
        try await phone.session.discardDrafts([drafts[0].id])
        #expect(try await phone.session.drafts().isEmpty)
        for site in [phone, laptop] {
            site.tick()
            try await site.sync.sync(folder: folder, isOwn: true)
        }
        let posts = try await laptop.session.timeline().posts
        #expect(posts.map(\.caption) == ["first", "shared"])
        #expect(posts.map(\.id).first == drafts[1].id)
        for blob in drafts[1].content.photos.flatMap(\.blobs) {
            #expect(try phone.world.blobs.contains(blob))
            #expect(try laptop.world.blobs.contains(blob))
        }
        for blob in drafts[0].content.photos.flatMap(\.blobs) {
            #expect(try !phone.world.blobs.contains(blob))
        }
        for site in [phone, laptop] { #expect(try await site.world.owner.examine().isEmpty) }
    }

    @Test("A void edit is a draft that edits the post again", arguments: Storage.allCases)
    func edit(storage: Storage) async throws {
        let (laptop, phone, folder) = try await Self.revoked(storage) { phone in
            let post = try #require(try await phone.session.timeline().posts.last)
            #expect(post.caption == "shared")
            phone.tick()
            try await phone.session.edit(post.id, caption: "edited")
        }
        // The post comes back without the edit, from the laptop.
        phone.tick()
        try await phone.sync.sync(folder: folder, isOwn: true)
        #expect(try await phone.captions() == ["shared"])
        let drafts = try await phone.session.drafts()
        #expect(drafts.map(\.content.caption) == ["second", "first", "edited"])
        #expect(drafts.map(\.effect) == [.post, .post, .edit])
        #expect(try await phone.sync.status().drafts == 3)
        phone.world.clock.advance(by: 100)
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        #expect(try await phone.session.signDrafts([drafts[2].id]) == 1)
        #expect(try await phone.captions() == ["edited"])
        for site in [phone, laptop] {
            site.tick()
            try await site.sync.sync(folder: folder, isOwn: true)
        }
        #expect(try await laptop.captions() == ["edited"])
        for site in [phone, laptop] { #expect(try await site.world.owner.examine().isEmpty) }
    }

    @Test("A draft that a later edit has replaced can be discarded", arguments: Storage.allCases)
    func superseded(storage: Storage) async throws {
        let (laptop, phone, folder) = try await Self.revoked(storage) { phone in
            let post = try #require(try await phone.session.timeline().posts.last)
            phone.tick()
            try await phone.session.edit(post.id, caption: "edited")
        }
        laptop.world.clock.advance(by: 500)
        let post = try #require(try await laptop.session.timeline().posts.last)
        try await laptop.session.edit(post.id, caption: "edited later")
        phone.world.clock.advance(by: 500)
        for site in [laptop, phone] {
            site.tick()
            try await site.sync.sync(folder: folder, isOwn: true)
        }
        let drafts = try await phone.session.drafts()
        #expect(drafts.map(\.effect) == [.post, .post, .nothing])
        #expect(try await phone.sync.status().drafts == 2)
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        #expect(try await phone.session.signDrafts([drafts[2].id]) == 0)
        #expect(try await phone.captions() == ["edited later"])
        try await phone.session.discardDrafts([drafts[2].id])
        #expect(try await phone.session.drafts().count == 2)
        try await phone.session.discardDrafts()
        #expect(try await phone.session.drafts().isEmpty)
    }

    @Test("Void comments, likes and profile fields are counted", arguments: Storage.allCases)
    func others(storage: Storage) async throws {
        let (_, phone, _) = try await Self.revoked(storage) { phone in
            let post = try #require(try await phone.session.timeline().posts.last)
            for text in ["one", "two"] {
                phone.tick()
                _ = try await phone.session.comment(on: post.id, text)
            }
            _ = try await phone.session.like(post.id)
            _ = try await phone.session.updateProfile(ProfileUpdate(displayName: .set("Anna")))
        }
        let void = try await phone.session.voidRecords()
        #expect(void == [.commentAdded: 2, .liked: 1, .profileSet: 1])
        #expect(try await phone.sync.status().voidRecords == void)
        try await phone.session.discardDrafts()
        #expect(try await phone.session.voidRecords().isEmpty)
    }

    @Test("A repair keeps the pictures of drafts", arguments: Storage.allCases)
    func repair(storage: Storage) async throws {
        let (_, phone, _) = try await Self.revoked(storage)
        let drafts = try await phone.session.drafts()
        try await phone.session.discardDrafts([drafts[0].id])
        #expect(try await phone.world.owner.examine().isEmpty)
        #expect(try await phone.session.drafts().map(\.id) == [drafts[1].id])
        // Repairs and sweeps keep the pictures of drafts.
        _ = try await phone.world.owner.examine(repairing: true)
        for blob in drafts[1].content.photos.flatMap(\.blobs) {
            #expect(try phone.world.blobs.contains(blob))
        }
    }

    /// Returns two devices of a user and their folder: the second has been revoked, and has learned
    /// of it in the folder; the first lacks two of its three posts.
    private static func revoked(
        _ storage: Storage,
        acting act: (_ phone: Site) async throws -> Void = { _ in }
    ) async throws -> (laptop: Site, phone: Site, folder: String) {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2)
        let folder = try TemporaryFolder.make().path
        for site in [laptop, phone] { site.world.clock.advance(by: 10) }
        try await phone.world.post(by: phone.user, "shared", seed: 11)
        for site in [phone, laptop] { try await site.sync.sync(folder: folder, isOwn: true) }
        for (caption, seed) in [("first", 22), ("second", 23)] as [(String, Int)] {
            phone.tick()
            try await phone.world.post(by: phone.user, caption, seed: seed)
        }
        try await act(phone)
        laptop.world.clock.advance(by: 100)
        try await laptop.sync.revokeDevice(phone.store().device, password: TestWorld.password)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        phone.world.clock.advance(by: 200)
        try await phone.sync.sync(folder: folder, isOwn: true)
        return (laptop, phone, folder)
    }
}
