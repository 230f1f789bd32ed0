import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent paging to the end while others write")
struct ConcurrentPagingTests {
    private static let plans: [ForcedPlan?] = [
        nil, .seek(shards: 2), .seek(shards: 4), .scan(budget: 5, shards: 3),
        .scan(budget: 10_000, shards: 1),
    ]

    @Test(arguments: Storage.allCases, [1, 2, 3] as [UInt64])
    func everyPostThatStaysAppearsOnce(storage: Storage, seed: UInt64) async throws {
        let world = try TestWorld(storage, seed: seed)
        let life = try BusyLife(in: world, seed: seed)
        let writer = try world.openedAgain()
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { life.end() }
                var generator = SplitMix64(seed: seed)
                for _ in 1...80 { try await life.act(through: writer, using: &generator) }
            }
            for pager in 0..<2 {
                group.addTask {
                    var pass = pager
                    repeat {
                        try await Self.page(life, through: world, pass: pass)
                        pass += 1
                    } while !life.isOver
                }
            }
            try await group.waitForAll()
        }
        try await Self.page(life, through: world, pass: 0)
        #expect(life.posts.count > BusyLife.firstPosts)
        #expect(!life.deleted.isEmpty)
        #expect(try world.audit().isEmpty)
    }

    /// Reads all pages, using a different plan for each page.
    private static func page(
        _ life: BusyLife,
        through world: TestWorld,
        pass: Int
    ) async throws {
        let (before, goneBefore) = (life.posts, life.deleted)
        var visited: [Post.ID] = []
        var cursor: Post.ID?
        var plan = pass
        repeat {
            let page = try await world.reading(by: plans[plan % plans.count])
                .session(life.viewer)
                .timeline(before: cursor, limit: 3 + pass % 9)
            visited += page.posts.map(\.id)
            cursor = page.next
            plan += 1
        } while cursor != nil
        #expect(visited == Set(visited).sorted(by: >))
        let steady = before.filter { life.isSteady($0.value) }.keys
        let missing = Set(steady).subtracting(life.deleting).subtracting(visited)
        #expect(missing.isEmpty)
        #expect(goneBefore.isDisjoint(with: visited))
    }
}

/// The shared state of a test: a viewer, users that the viewer always or sometimes follows, and all
/// their posts.
private final class BusyLife: Sendable {
    private struct State {
        var posts: [Post.ID: User.ID] = [:]
        var deleting: Set<Post.ID> = []
        var deleted: Set<Post.ID> = []
        var photo = 0
        var isOver = false
    }

    static let firstPosts = 150

    let viewer = User.ID(number: 1)
    private let steady = (2...9 as ClosedRange<UInt16>).map(User.ID.init(number:))
    private let fickle = (10...14 as ClosedRange<UInt16>).map(User.ID.init(number:))
    private let state = Lock(State())

    init(in world: TestWorld, seed: UInt64) throws {
        var make = RecordMaker()
        var generator = SplitMix64(seed: seed)
        let authors = [viewer] + steady + fickle
        var records = try authors.enumerated().map { try make.user($1, "user\($0)") }
        records += try steady.map { try make.record(viewer, .followed($0)) }
        let posts = try (0..<Self.firstPosts)
            .compactMap { _ in
                try authors.randomElement(using: &generator).map { try make.post($0) }
            }
        try world.repository.apply(records + posts)
        try world.addKeys(of: authors)
        world.clock.advance(by: 3_600)
        state.withLock { state in
            for post in posts { state.posts[post.post] = post.author }
        }
    }

    /// All committed posts with their authors, including deleted posts.
    var posts: [Post.ID: User.ID] { state.withLock(\.posts) }
    /// The posts that have been deleted or are being deleted.
    var deleting: Set<Post.ID> { state.withLock(\.deleting) }
    /// The posts with a committed deletion.
    var deleted: Set<Post.ID> { state.withLock(\.deleted) }

    /// Whether all activity has ended.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Marks the end of all activity.
    func end() { state.withLock { $0.isOver = true } }

    /// Returns whether the viewer always sees the author's posts.
    func isSteady(_ author: User.ID) -> Bool { author == viewer || steady.contains(author) }

    /// Performs a random action: posts, deletes a post, or follows or unfollows a user.
    func act(
        through world: TestWorld,
        using generator: inout SplitMix64
    ) async throws {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: try await post(through: world, using: &generator)
        case 4..<7: try await delete(through: world, using: &generator)
        default:
            guard let user = fickle.randomElement(using: &generator) else { return }
            if generator.happens(1, in: 2) {
                try await world.session(viewer).follow(user)
            } else {
                try await world.session(viewer).unfollow(user)
            }
        }
    }

    private func post(
        through world: TestWorld,
        using generator: inout SplitMix64
    ) async throws {
        let author = ([viewer] + steady + fickle).randomElement(using: &generator) ?? viewer
        let seed = state.withLock { state in
            state.photo += 1
            return state.photo
        }
        let post = try await world.session(author).post([TestPhotos.file(seed: 1_000 + seed)])
        state.withLock { $0.posts[post.id] = author }
    }

    private func delete(
        through world: TestWorld,
        using generator: inout SplitMix64
    ) async throws {
        let remaining = posts.filter { !deleting.contains($0.key) }.sorted { $0.key < $1.key }
        guard let (post, author) = remaining.randomElement(using: &generator) else { return }
        state.withLock { _ = $0.deleting.insert(post) }
        try await world.session(author).delete(post)
        state.withLock { _ = $0.deleted.insert(post) }
    }
}
