import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The twelve faults of the usual solution")
struct FalseClaimsTests {
    @Test(arguments: Storage.allCases, [0, 1, 500])
    func fault1TheTimelineCompletedOncePerFollowedUser(
        storage: Storage,
        followed: Int
    )
        async throws
    {
        let world = try TestWorld(storage, processorCount: 4)
        let leia = try await world.user("leia")
        var make = RecordMaker()
        var records: [VerifiedRecord] = []
        for number in 0..<followed {
            let id = User.ID(number: 1_000 + UInt16(number))
            records.append(try make.user(id, "user\(number)"))
            records.append(try make.record(leia, .followed(id)))
            if number % 5 == 0 { records.append(try make.post(id, "\(number)")) }
            if number % 7 == 0 { records.append(try make.accountDeleted(id)) }
        }
        // leia also follows users that never arrive.
        records += try (0..<5 as Range<UInt16>)
            .map { try make.record(leia, .followed(User.ID(number: 2_000 + $0))) }
        try world.repository.apply(records)

        // A continuation that is resumed twice would crash here, and one that is never resumed
        // would hang.
        let page = try await world.session(leia).timeline(limit: 1000)
        let expected = (0..<followed).filter { $0 % 5 == 0 && $0 % 7 != 0 }.reversed()
        #expect(page.posts.map(\.caption) == expected.map(String.init))
    }

    @Test(arguments: Storage.allCases)
    func fault2EveryTimelineWasThatOfTheLoggedInUser(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        try await world.session(han).follow(luke)
        try await world.post(by: luke, "luke's")
        try await world.post(by: leia, "leia's")
        _ = try await world.logIn("leia")
        #expect(try await world.session(han).timeline().posts.map(\.caption) == ["luke's"])
        #expect(try await world.session(leia).timeline().posts.map(\.caption) == ["leia's"])
    }

    @Test(arguments: Storage.allCases)
    func fault3FollowingYourselfDoubledYourPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "once")
        await #expect(throws: TimelineError.selfFollow) {
            try await world.session(leia).follow(leia)
        }
        var make = RecordMaker()
        #expect(throws: RecordError.invalidValue(.selfFollow)) {
            try make.record(leia, .followed(leia))
        }
        #expect(try await world.session(leia).timeline().posts.map(\.caption) == ["once"])
        let profile = try await world.session(leia).profile(of: leia)
        #expect(profile.followerCount == 0)
        #expect(profile.followingCount == 0)
    }

    @Test(arguments: Storage.allCases)
    func fault4EveryTapAddedALike(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        for _ in 1...3 {
            let view = try await world.session(leia).like(post.id)
            #expect(view.likeCount == 1)
            #expect(view.likedByViewer)
        }
        #expect(try await world.guest.likers(of: post.id).map(\.id) == [leia])
    }

    @Test(arguments: Storage.allCases)
    func fault5ALikeCouldNotBeRemoved(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for user in [leia, han] { try await world.session(user).like(post.id) }
        for _ in 1...2 {
            let view = try await world.session(leia).unlike(post.id)
            #expect(view.likeCount == 1)
            #expect(!view.likedByViewer)
        }
        #expect(try await world.session(leia).like(post.id).likeCount == 2)
    }

    @Test(arguments: Storage.allCases)
    func fault6ARenameWasIgnoredOrOrphanedAndNamesWereShared(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia, "mine")
        try await world.session(leia).like(post.id)
        try await world.session(han).follow(leia)
        let update = ProfileUpdate(username: try Username("organa"))
        let profile = try await world.session(leia).updateProfile(update)
        #expect(profile.user.username == "organa")
        #expect(profile.postCount == 1)
        #expect(profile.followerCount == 1)
        #expect(try await world.session(leia).post(post.id).author.username == "organa")
        #expect(try await world.session(leia).post(post.id).likedByViewer)
        #expect(try await world.session(han).timeline().posts.map(\.id) == [post.id])
        await #expect(throws: TimelineError.usernameTaken("organa")) {
            try await world.session(han).updateProfile(update)
        }
    }

    @Test(arguments: Storage.allCases)
    func fault7BioAndURLCouldNotBeCleared(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let filled = ProfileUpdate(bio: .set("princess"), url: .set("https://example.org"))
        let cleared = ProfileUpdate(bio: .cleared, url: .cleared)
        let before = try await world.session(leia).updateProfile(filled).user
        #expect(before.bio == "princess")
        #expect(before.url == "https://example.org")
        let after = try await world.session(leia).updateProfile(cleared).user
        #expect(after.bio == nil)
        #expect(after.url == nil)
    }

    @Test(arguments: Storage.allCases)
    func fault8SuccessWasReportedBeforeTheWrite(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        try await world.session(han).like(post.id)
        try await world.session(han).follow(leia)
        // Another process sees both changes immediately. RefusedWriteTests covers failed writes.
        let other = try world.openedAgain()
        #expect(try await other.session(han).post(post.id).likedByViewer)
        #expect(try await other.session(han).profile(of: leia).followedByViewer)
    }

    @Test(arguments: Storage.allCases)
    func fault9ADeletedPostLeftItsPhotoCommentsAndLikes(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let comment = try await world.session(leia).comment(on: post.id, "mine")
        try await world.session(leia).like(post.id)
        try await world.session(leia).delete(post.id)
        #expect(try world.blobs.all().isEmpty)
        try world.repository.read { reader throws in
            #expect(try reader.comment(comment.id) == nil)
            #expect(try reader.likers(of: post.id, limit: 9).isEmpty)
        }
        await #expect(throws: TimelineError.postNotFound(post.id.description)) {
            try await world.session(leia).post(post.id)
        }
    }

    @Test(arguments: Storage.allCases)
    func fault10SavingAPostAgainLostItsCommentsAndEqualityIgnoredTheContent(
        storage: Storage
    )
        async throws
    {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia, "first")
        let comment = try await world.session(leia).comment(on: post.id, "mine")
        try await world.session(leia).edit(post.id, caption: "second")
        let page = try await world.session(leia).postPage(post.id)
        #expect(page.comments.map(\.id) == [comment.id])
        #expect(page.post.id == post.id)
        #expect(page.post != post)
        #expect(page.post.caption == "second")
    }

    @Test(arguments: Storage.allCases)
    func fault11TheFirstLaunchShowedAnEmptyScreenUntilARefresh(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "there")
        var pages = world.session(leia).observe(.home).makeAsyncIterator()
        #expect(try await pages.next()?.posts.map(\.caption) == ["there"])
    }

    @Test(arguments: Storage.allCases)
    func fault12AnyoneCouldDeleteAnyonesPostOrComment(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        let comment = try await world.session(han).comment(on: post.id, "han's")
        await #expect(throws: TimelineError.notYours(.deletePost)) {
            try await world.session(han).delete(post.id)
        }
        await #expect(throws: TimelineError.notYours(.deleteComment)) {
            try await world.session(luke).delete(comment.id)
        }
        #expect(try await world.guest.postPage(post.id).comments.count == 1)
        #expect(try world.blobs.all().count == 1)
    }
}
