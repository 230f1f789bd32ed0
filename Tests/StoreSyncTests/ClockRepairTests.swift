import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("The repair of a clock that was ahead")
struct ClockRepairTests {
    private static let lead: TimeInterval = 365 * 86_400

    /// A store in which Leia's clock was a year ahead and another user replied to her posts from
    /// that time.
    private struct Stage {
        let world: TestWorld
        let leia: Site
        let han: User.ID
        let before: PostView
        let post: PostView
        let comment: CommentView
        let reply: CommentView
        /// All records before the repair.
        let records: [VerifiedRecord]

        init(_ storage: Storage) async throws {
            world = try TestWorld(storage)
            leia = try await Site(world, user: world.user("leia"))
            han = try await world.user("han")
            try await world.session(han).follow(leia.user)
            before = try await world.post(by: leia.user, "before", seed: 1)
            _ = try await world.session(han).like(before.id)
            world.clock.advance(by: lead)
            post = try await world.post(by: leia.user, "ahead #falcon", seed: 2)
            try await leia.session.edit(post.id, caption: "ahead #falcon @han")
            try await leia.session.edit(before.id, caption: "before, edited")
            comment = try await leia.session.comment(on: before.id, "a word")
            _ = try await leia.session.like(before.id)
            try await leia.session.follow(han)
            try await leia.session.updateProfile(ProfileUpdate(bio: .set("from the future")))
            world.clock.advance(by: -lead)
            reply = try await world.session(han).comment(on: post.id, "a reply #falcon")
            _ = try await world.session(han).like(post.id)
            try await world.session(han).markShown(try await world.session(han).timeline())
            world.clock.advance(by: 60)
            records = try ClockRepairTests.records(of: [leia.user, han], in: world)
        }

        func repair(password: Password? = TestWorld.password) async throws -> ClockRepair {
            try await StoreSync.repairClock(of: leia.user, password: password, in: world.owner)
        }

        /// Returns what a reader sees of Leia's posts and profile.
        func answers(_ repository: any Repository) throws -> [String] {
            try repository.read { social, _ in
                let range = PostRange(limit: 100)
                let posts = try social.postIDs(.by(leia.user), in: range)
                    .compactMap { try social.post($0, for: leia.user) }
                let texts = try posts.map { post in
                    let comments = try social.comments(on: post.id, after: nil, limit: 100)
                        .map(\.text)
                    return "\(post.caption) \(post.likeCount) \(post.likedByViewer) \(comments)"
                }
                let profile = try social.profile(of: leia.user, for: han)
                return texts + [
                    profile?.user.bio ?? "", "\(profile?.followingCount ?? 0)",
                ]
            }
        }

        /// What everyone sees after the repair.
        static let expected = [
            #"ahead #falcon @han 1 false ["a reply #falcon"]"#,
            #"before, edited 2 true ["a word"]"#, "from the future", "1",
        ]
    }

    private static func records(
        of users: [User.ID],
        in world: TestWorld
    ) throws -> [VerifiedRecord] {
        try world.repository.read { reader in
            let heads = try reader.recordHeads(inScopes: Set(users))
            return try reader.records(withIDs: Set(heads.map(\.position.id)))
        }
    }

    @Test("Everything is signed again in the present", arguments: Storage.allCases)
    func repair(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let (world, leia, han) = (stage.world, stage.leia, stage.world.session(stage.han))
        let refusal = await #expect(throws: TimelineError.self) {
            try await world.post(by: leia.user)
        }
        #expect(refusal?.code == "clock-behind")
        let finding = try #require(try await world.owner.examine(repairing: true).first)
        guard case .datedAhead(leia.user, username: "leia", let date) = finding else {
            Issue.record("\(finding)")
            return
        }
        #expect(date > world.clock.now + Self.lead - 3600)
        let key = try await leia.sync.devices().first(where: \.isThis)?.id

        let repair = try await stage.repair()
        #expect(repair.returning.isEmpty && repair.otherDevices.isEmpty && !repair.needsPassword)
        #expect(
            Set(repair.moved.map(\.old)) == [
                .post(stage.post.id), .comment(stage.comment.id), .comment(stage.reply.id),
            ]
        )
        guard case .post(let id)? = repair.moved.first?.new else {
            Issue.record("\(repair.moved)")
            return
        }
        #expect(abs(id.date.timeIntervalSince(world.clock.now)) < 1)
        let key2 = try await leia.sync.devices().first(where: \.isThis)?.id
        #expect(key != key2)

        #expect(try stage.answers(world.repository) == Stage.expected)
        let post = try await han.post(id)
        #expect(post.photos == stage.post.photos && post.likedByViewer)
        #expect(Set(try await world.guest.search("#falcon").hits.map(\.post.id)) == [id])
        #expect(try await world.owner.examine().isEmpty)
        // Printed IDs stop resolving.
        await #expect(throws: TimelineError.self) { try await han.post(stage.post.id) }
        await #expect(throws: TimelineError.self) {
            try await world.guest.postID(matching: stage.post.id.shortID)
        }
        // Readers have not seen what is written from now on.
        try await world.post(by: leia.user, "next")
        #expect(try await han.newPosts().posts.map(\.caption).first == "next")
        try await leia.session.updateProfile(ProfileUpdate(bio: .set("from today")))
        #expect(try await world.guest.profile(of: leia.user).user.bio == "from today")
    }

    @Test("Nothing returns when the date has passed", arguments: Storage.allCases)
    func nothingReturns(storage: Storage) async throws {
        let stage = try await Stage(storage)
        _ = try await stage.repair()
        let world = stage.world
        let copy = InMemoryRepository()
        let present = try Self.records(of: [stage.leia.user, stage.han], in: world)
        for repository in [world.repository, copy] as [any Repository] {
            try repository.apply(ValidatedBatch(unchecked: present))
            #expect(try stage.answers(repository) == Stage.expected)
            try repository.apply(ValidatedBatch(unchecked: stage.records))
            #expect(try stage.answers(repository) == Stage.expected)
        }
        world.clock.advance(by: Self.lead + 3600)
        #expect(try await world.owner.examine().isEmpty)
        try await world.post(by: stage.leia.user, "a year later")
    }

    @Test("A user with a right clock receives it", arguments: Storage.allCases)
    func peer(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let ben = try await Site(storage, "ben", seed: 7)
        try await ben.sync.follow(stage.leia.user)
        try await stage.leia.addPeer(ben)
        try await ben.addPeer(stage.leia)
        ben.world.clock.advance(by: 100)
        // The edit from the future has replaced the first post.
        while try await Friends.connect(ben, stage.leia).needsAnotherSync {}
        #expect(try await ben.captions().isEmpty)
        _ = try await stage.repair()
        while try await Friends.connect(ben, stage.leia).needsAnotherSync {}
        #expect(try await ben.captions() == ["ahead #falcon @han", "before, edited"])
        let status = try await ben.sync.status()
        #expect(status.futureRecords == 0 && status.clock == nil)
        #expect(status.peers.count == 1)
    }

    @Test(
        "Without the password, posts and comments stay deleted, and the rest may return",
        arguments: Storage.allCases
    )
    func withoutPassword(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let world = stage.world
        let key = try await stage.leia.sync.devices().first(where: \.isThis)?.id
        let repair = try await stage.repair(password: nil)
        #expect(repair.moved.count == 3)
        #expect(Set(repair.returning.keys) == [.profileSet, .postSet, .liked, .followed])
        for date in repair.returning.values {
            #expect(abs(date.timeIntervalSince(world.clock.now) - Self.lead) < 3600)
        }
        #expect(try await stage.leia.sync.devices().first(where: \.isThis)?.id == key)
        #expect(try stage.answers(world.repository) == Stage.expected)
        #expect(try await world.owner.examine().isEmpty)
        try await stage.leia.session.updateProfile(ProfileUpdate(bio: .set("from today")))
        try await stage.leia.session.edit(stage.before.id, caption: "edited today")
        world.clock.advance(by: Self.lead + 3600)
        try world.repository.apply(ValidatedBatch(unchecked: stage.records))
        #expect(try stage.answers(world.repository) == Stage.expected)
    }

    @Test("An error leaves everything as it was", arguments: Storage.allCases)
    func failure(storage: Storage) async throws {
        struct Killed: Error {}
        let stage = try await Stage(storage)
        let leia = stage.leia
        await #expect(throws: Killed.self) {
            try await leia.session.repairClock(password: TestWorld.password) { _, _ in
                throw Killed()
            }
        }
        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await stage.repair(password: Password("wrong horse battery"))
        }
        let ids = try Self.records(of: [leia.user, stage.han], in: stage.world).map(\.id)
        #expect(Set(ids) == Set(stage.records.map(\.id)))
        _ = try await stage.repair()
        #expect(try stage.answers(stage.world.repository) == Stage.expected)
        // A second repair has nothing to do.
        let device = try await leia.sync.devices().first(where: \.isThis)?.id
        #expect(try await stage.repair().moved.isEmpty)
        #expect(try await leia.sync.devices().first(where: \.isThis)?.id == device)
    }

    @Test("A clock that was ahead twice is repaired twice", arguments: Storage.allCases)
    func twice(storage: Storage) async throws {
        let stage = try await Stage(storage)
        _ = try await stage.repair()
        let world = stage.world
        world.clock.advance(by: Self.lead)
        try await world.post(by: stage.leia.user, "ahead again", seed: 5)
        world.clock.advance(by: -Self.lead)
        #expect(try await stage.repair().moved.count == 1)
        #expect(try await world.owner.examine().isEmpty)
        #expect(
            try await world.session(stage.han).timeline().posts.map(\.caption)
                == ["ahead again", "ahead #falcon @han", "before, edited"]
        )
    }

    @Test("Users of one store who replied to each other are repaired one after the other")
    func severalUsers() async throws {
        for storage in Storage.allCases {
            let world = try TestWorld(storage)
            let users = [try await world.user("leia"), try await world.user("han")]
            world.clock.advance(by: Self.lead)
            let posts = [
                try await world.post(by: users[0], "by leia", seed: 1).id,
                try await world.post(by: users[1], "by han", seed: 2).id,
            ]
            for (user, post) in zip(users, posts.reversed()) {
                _ = try await world.session(user).like(post)
                _ = try await world.session(user).comment(on: post, "a reply")
            }
            world.clock.advance(by: -Self.lead)
            for user in users {
                _ = try await StoreSync.repairClock(
                    of: user,
                    password: TestWorld.password,
                    in: world.owner
                )
            }
            #expect(try await world.owner.examine().isEmpty)
            let page = try await world.guest.page(of: .everyone).posts
            #expect(page.map(\.caption).sorted() == ["by han", "by leia"])
            for post in page {
                #expect(post.likeCount == 1)
                #expect(try await world.guest.comments(on: post.id).map(\.text) == ["a reply"])
            }
        }
    }

    @Test("Comments stay in order, and deleted ones stay deleted", arguments: Storage.allCases)
    func comments(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: Self.lead)
        let old = try await world.post(by: leia, "ahead").id
        let own = try await world.session(leia).comment(on: old, "own").id
        try await world.session(leia).delete(own)
        world.clock.advance(by: -Self.lead)
        let texts = (1...6).map { "comment \($0)" }
        for text in texts { _ = try await world.session(han).comment(on: old, text) }
        let deleted = try await world.session(han).comment(on: old, "deleted").id
        try await world.session(han).delete(deleted)
        world.clock.advance(by: 60)
        let repair = try await StoreSync.repairClock(
            of: leia,
            password: TestWorld.password,
            in: world.owner
        )
        guard case .post(let id)? = repair.moved.first?.new else {
            Issue.record("\(repair.moved)")
            return
        }
        #expect(try await world.guest.comments(on: id).map(\.text) == texts)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test(
        "After a sign-up and a revocation in the future, the root key signs again",
        arguments: Storage.allCases
    )
    func rootKey(storage: Storage) async throws {
        let world = try TestWorld(storage, seed: 1)
        world.clock.advance(by: Self.lead)
        let anna = try await Site(world, user: world.user("anna"))
        _ = try await anna.sync.pair(password: TestWorld.password)
        let stolen = try #require(try await anna.sync.devices().first { !$0.isThis }).id
        try await anna.sync.revokeDevice(stolen, password: TestWorld.password)
        try await world.post(by: anna.user, "a year ahead", seed: 2)
        world.clock.advance(by: -Self.lead)
        let ben = try await Site(storage, "ben", seed: 2)
        #expect(
            try await StoreSync.repairClock(of: anna.user, password: nil, in: world.owner)
                .needsPassword
        )
        await #expect(throws: TimelineError.self) { try await world.post(by: anna.user) }

        _ = try await StoreSync.repairClock(
            of: anna.user,
            password: TestWorld.password,
            in: world.owner
        )
        let limit = world.clock.environment.newestAllowed
        let future = try Self.records(of: [anna.user], in: world)
            .filter { $0.stamp > limit }
        #expect(future.isEmpty)
        let end = try #require(try await anna.sync.devices().first { $0.id == stolen }?.revokedAt)
        #expect(end <= Post.ID(limit).date)
        try await world.post(by: anna.user, "post")
        try await anna.addPeer(ben)
        try await ben.addPeer(anna)
        try await ben.sync.follow(anna.user)
        while try await Friends.connect(ben, anna).needsAnotherSync {}
        #expect(try await ben.captions() == ["post", "a year ahead"])
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test("Another device repairs its own records", arguments: Storage.allCases)
    func otherDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 9)
        let devices = [laptop, phone]
        for device in devices { device.world.clock.advance(by: Self.lead) }
        for (device, seed) in zip(devices, 3...) {
            try await device.world.post(by: device.user, "post \(seed)", seed: seed)
        }
        while try await Friends.connect(laptop, phone).needsAnotherSync {}
        for device in devices { device.world.clock.advance(by: -Self.lead) }
        let keys = try await laptop.sync.devices().map(\.id)
        for device in devices {
            let key = try await device.sync.devices().first(where: \.isThis)?.id
            let repair = try await StoreSync.repairClock(
                of: laptop.user,
                password: TestWorld.password,
                in: device.world.owner
            )
            #expect(repair.moved.count == 1)
            #expect(repair.otherDevices == Set(keys.filter { $0 != key }))
        }
        for _ in 0..<2 { while try await Friends.connect(laptop, phone).needsAnotherSync {} }
        for device in devices {
            #expect(try await device.captions().sorted() == ["post 3", "post 4"])
            let repair = try await StoreSync.repairClock(
                of: laptop.user,
                password: nil,
                in: device.world.owner
            )
            #expect(repair.moved.isEmpty && repair.otherDevices.isEmpty)
            #expect(try await device.world.owner.examine().isEmpty)
            try await device.world.post(by: device.user, "next")
        }
    }

    @Test("A folder's packs of this device are written again", arguments: [false, true])
    func folder(hasPassword: Bool) async throws {
        let friends = try await Friends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        let before = try await anna.world.post(by: anna.user, "one", seed: 3).id
        try await friends.syncFolder()
        anna.world.clock.advance(by: 86_400)
        try await anna.world.post(by: anna.user, "secret", seed: 4)
        try await anna.session.edit(before, caption: "two")
        try await anna.sync.sync(folder: friends.folder, isOwn: false)
        anna.world.clock.advance(by: -86_400)
        let repair = try await StoreSync.repairClock(
            of: anna.user,
            password: hasPassword ? TestWorld.password : nil,
            in: anna.world.owner
        )
        guard case .post(let id)? = repair.moved.first?.new else {
            Issue.record("\(repair.moved)")
            return
        }
        try await anna.session.edit(before, caption: "three")
        try await anna.session.delete(id)
        try await friends.syncFolder()
        #expect(try await ben.captions() == ["three"])
        for site in [anna, ben] {
            #expect(try await site.sync.status().futureRecords == 0)
            site.world.clock.advance(by: 2 * 86_400)
        }
        try await friends.syncFolder()
        // A device that has read nothing yet finds the same.
        let han = try await Site(.sqliteInMemory, "han", seed: 12)
        han.world.clock.advance(by: 2 * 86_400)
        try await han.sync.follow(anna.user)
        try await han.sync.sync(folder: friends.folder, isOwn: false)
        for site in [anna, ben, han] { #expect(try await site.captions() == ["three"]) }
        #expect(try await anna.world.owner.examine().isEmpty)
    }
}
