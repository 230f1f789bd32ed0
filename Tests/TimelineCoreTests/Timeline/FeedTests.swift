import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Feeds and read positions")
struct FeedTests {
    private static func captions(_ page: TimelinePage) -> [String] { page.posts.map(\.caption) }

    @Test(arguments: Storage.allCases)
    func eachFeedContainsItsPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        try await world.post(by: leia, "l1")
        try await world.post(by: han, "h1")
        try await world.post(by: luke, "s1")
        try await world.session(leia).follow(han)
        #expect(Self.captions(try await world.session(leia).page(of: .home)) == ["h1", "l1"])
        #expect(Self.captions(try await world.session(leia).page(of: .user(luke))) == ["s1"])
        let everyone = try await world.guest.page(of: .everyone, limit: 2)
        #expect(Self.captions(everyone) == ["s1", "h1"])
        let rest = try await world.guest.page(of: .everyone, before: everyone.next)
        #expect(Self.captions(rest) == ["l1"])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.page(of: .home)
        }
    }

    @Test(arguments: Storage.allCases)
    func theFeedOfAnUnknownUserIsAnError(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let nobody = User.ID(number: 200)
        let refusal = TimelineError.userNotFound(nobody.description)
        await #expect(throws: refusal) { try await world.session(nobody).timeline() }
        await #expect(throws: refusal) {
            try await world.guest.page(of: .user(nobody))
        }
    }

    @Test(arguments: Storage.allCases)
    func newPostsStayNewUntilShown(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "old")
        try await world.session(leia).markShown(try await world.session(leia).timeline())
        for number in 1...5 { try await world.post(by: leia, "n\(number)") }

        let first = try await world.session(leia).newPosts(limit: 2)
        #expect(Self.captions(first) == ["n5", "n4"])
        try await world.session(leia).markShown(first)
        #expect(Self.captions(try await world.session(leia).newPosts()) == ["n3", "n2", "n1"])
        let rest = try await world.session(leia).newPosts(before: first.next, limit: 5)
        #expect(Self.captions(rest) == ["n3", "n2", "n1"])
        try await world.session(leia).markShown(rest)
        #expect(try await world.session(leia).newPosts().posts.isEmpty)
    }

    /// Checks that posts in gaps remain unread if a user skips posts.
    ///
    /// The test leaves more than one gap.
    @Test(arguments: Storage.allCases)
    func postsInAGapStayUnread(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let reader = world.session(leia)
        try await world.post(by: leia, "old")
        try await reader.markShown(try await reader.timeline())
        var ids: [Post.ID] = []
        for number in 1...60 { ids.append(try await world.post(by: leia, "\(number)").id) }
        func show(before cursor: Post.ID?) async throws {
            let page = try await reader.timeline(before: cursor, limit: 10)
            try await reader.markShown(page)
        }
        try await show(before: nil)
        try await show(before: ids[10])
        let gap = try await reader.newPosts(limit: 100)
        #expect(Self.captions(gap) == (11...50).reversed().map(String.init))

        try await show(before: ids[30])
        let gaps = (31...50).reversed().map(String.init) + (11...20).reversed().map(String.init)
        #expect(Self.captions(try await reader.newPosts(limit: 100)) == gaps)
        // Pages of new posts skip intervals that have already been read.
        var paged: [String] = []
        var cursor: Post.ID?
        repeat {
            let page = try await reader.newPosts(before: cursor, limit: 7)
            paged += Self.captions(page)
            cursor = page.next
        } while cursor != nil
        #expect(paged == gaps)

        let rest = try await reader.newPosts(limit: 100)
        try await reader.markShown(rest)
        #expect(try await reader.newPosts().posts.isEmpty)
        let position = try await reader.readPosition()
        #expect(position.intervals.map(\.posts) == [Post.ID(.min)...ids[49], ids[50]...ids[59]])
    }

    @Test func consecutivePagesFormOneInterval() {
        var make = RecordMaker()
        let posts = (0..<200)
            .map { number in
                PostView(
                    id: Post.ID(make.stamp()),
                    author: User(id: .leia, username: "leia"),
                    caption: "\(number)",
                    place: nil,
                    photos: [],
                    likeCount: 0,
                    commentCount: 0,
                    likedByViewer: false
                )
            }
        var position = ReadPosition(
            intervals: [ReadInterval(Post.ID(.min)...posts[0].id, epoch: 1)]
        )
        for top in stride(from: 199, to: 9, by: -10) {
            let page = TimelinePage(
                (top - 9...top).reversed().map { posts[$0] },
                next: posts[top - 9].id,
                after: top == 199 ? nil : posts[top + 1].id
            )
            position = position.showing(page, at: 2)
        }
        #expect(
            position.intervals == [
                ReadInterval(Post.ID(.min)...posts[0].id, epoch: 1),
                ReadInterval(posts[10].id...posts[199].id, epoch: 2),
            ]
        )

        let scattered = ReadPosition(
            intervals: posts.enumerated()
                .filter { $0.offset.isMultiple(of: 2) }
                .map { ReadInterval($0.element.id...$0.element.id, epoch: 1) }
        )
        #expect(scattered.intervals.count == ReadPosition.maximumCount)
        #expect(!scattered.isNew(posts[1].id, arrival: 1))
        #expect(scattered.isNew(posts[197].id, arrival: 1))
    }

    @Test(arguments: Storage.allCases)
    func newPostsAreThoseSinceTheLastVisit(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "old")
        #expect(Self.captions(try await world.session(leia).newPosts()) == ["old"])
        try await world.session(leia).markShown(try await world.session(leia).newPosts())
        #expect(try await world.session(leia).newPosts().posts.isEmpty)
        try await world.post(by: leia, "new")
        #expect(Self.captions(try await world.session(leia).newPosts()) == ["new"])
    }

    @Test(arguments: Storage.allCases)
    func aPostThatArrivesLateIsNew(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        world.clock.advance(by: 40 * 86_400)
        // These posts are made on another device.
        var make = RecordMaker()
        let old = try make.post(leia, "old")
        let late = try make.post(leia, "late", at: world.clock.now)
        world.clock.advance(by: 60)
        for number in 1...3 { try await world.post(by: leia, "\(number)") }
        let page = try await session.timeline()
        try await world.owner.add([old])
        // The post arrives after the page was read but before the page is marked as shown.
        try await world.owner.add([late])
        try await session.markShown(page)

        #expect(Self.captions(try await session.timeline()) == ["3", "2", "1", "late", "old"])
        let new = try await session.newPosts()
        #expect(Self.captions(new) == ["late"])
        try await session.markShown(new)
        #expect(try await session.newPosts().posts.isEmpty)
        // A post that is already old when it arrives is not new in a gap either.
        world.clock.advance(by: 1)
        let newer = try make.post(leia, "newer", at: world.clock.now)
        world.clock.advance(by: ValidatedBatch.newsAge + 60)
        try await world.owner.add([newer])
        #expect(try await session.newPosts().posts.isEmpty)
        #expect(Self.captions(try await session.timeline(limit: 1)) == ["newer"])
        try await world.post(by: leia, "newest")
        #expect(Self.captions(try await session.newPosts()) == ["newest"])
    }

    @Test func anIntervalReadAgainCountsFromThen() {
        var make = RecordMaker()
        let ids = (0..<100).map { _ in Post.ID(make.stamp()) }
        var position = ReadPosition(
            intervals: [
                ReadInterval(ids[10]...ids[60], epoch: 5),
                ReadInterval(ids[30]...ids[40], epoch: 9),
                ReadInterval(ids[50]...ids[80], epoch: 3),
            ]
        )
        for (post, epoch) in [
            (10, 5), (29, 5), (30, 9), (40, 9), (41, 5), (60, 5), (61, 3), (80, 3),
        ] {
            #expect(!position.isNew(ids[post], arrival: epoch))
            #expect(position.isNew(ids[post], arrival: epoch + 1))
        }
        #expect(position.isNew(ids[9], arrival: 0) && position.isNew(ids[81], arrival: 0))
        #expect(!position.isNew(ids[81], arrival: nil))
        // If there are too many intervals, adjacent intervals are merged before a gap is closed.
        for epoch in 10..<60 {
            let interval = ReadInterval(ids[82]...ids[85 + epoch % 2], epoch: epoch)
            let posts = ReadInterval(ids[epoch + 30]...ids[epoch + 31], epoch: epoch)
            position = ReadPosition(intervals: position.intervals + [interval, posts])
        }
        #expect(position.intervals.count <= ReadPosition.maximumCount)
        #expect(position.isNew(ids[9], arrival: 0))
    }

    @Test(arguments: Storage.allCases)
    func theTimelineReopensAtTheLastPosition(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 1...5 { try await world.post(by: leia, "\(number)") }
        let first = try await world.session(leia).resumedPage(limit: 2)
        #expect(Self.captions(first) == ["5", "4"])
        try await world.session(leia).markShown(first)
        let second = try await world.session(leia).resumedPage(limit: 2)
        #expect(Self.captions(second) == ["3", "2"])
        try await world.session(leia).markShown(second)

        // An empty page of new posts does not change the position.
        let empty = try await world.session(leia).newPosts()
        #expect(empty.posts.isEmpty)
        try await world.session(leia).markShown(empty)
        #expect(Self.captions(try await world.session(leia).resumedPage(limit: 2)) == ["1"])
    }

    @Test(arguments: Storage.allCases)
    func followingShowsAllPostsAndUnfollowingNone(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        for number in 1...3 { try await world.post(by: han, "\(number)") }
        #expect(try await world.session(leia).timeline().posts.isEmpty)
        try await world.session(leia).follow(han)
        let page = try await world.session(leia).timeline()
        #expect(Self.captions(page) == ["3", "2", "1"])
        try await world.session(leia).unfollow(han)
        #expect(try await world.session(leia).timeline().posts.isEmpty)
    }
}
