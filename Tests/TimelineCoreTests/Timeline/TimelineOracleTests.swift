import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The home timeline, compared with a naive oracle")
struct TimelineOracleTests {
    static let plans: [ForcedPlan?] =
        [nil] + (1...4).map { .seek(shards: $0) }
        + [0, 1, 7, 60, 100_000].map { .scan(budget: $0, shards: 1 + $0 % 4) }

    private static let worlds = 10
    private static let questions = 10_000

    /// A request for a random page.
    private struct Question {
        let viewer: User.ID
        let before: Post.ID?
        let after: Post.ID?
        let limit: Int

        init(_ oracle: NaiveTimeline, using generator: inout SplitMix64) {
            viewer = oracle.users.randomElement(using: &generator) ?? .leia
            before = Self.bound(oracle, using: &generator)
            after = generator.happens(1, in: 3) ? Self.bound(oracle, using: &generator) : nil
            let most = generator.happens(1, in: 10) ? 200 : 6
            limit = Int.random(in: 0...most, using: &generator)
        }

        /// Returns a random bound for a page, or `nil`.
        ///
        /// The bound is the ID of a post (which may have been deleted), the next higher ID, or the
        /// lowest or highest possible ID.
        private static func bound(
            _ oracle: NaiveTimeline,
            using generator: inout SplitMix64
        ) -> Post.ID? {
            let post = oracle.subjects.randomElement(using: &generator)
            return switch Int.random(in: 0..<12, using: &generator) {
            case 0..<3: nil
            case 3..<5: post.map { Post.ID($0.pushID.successor) }
            case 5: Post.ID(generator.happens(1, in: 2) ? .min : .max)
            default: post
            }
        }
    }

    // The stores have 5 to 60 users and up to about 600 posts. The queries cycle through all plans.
    @Test(arguments: [Storage.inMemory, .sqliteFile], Array(0..<worlds))
    func everyPageWithEveryPlan(storage: Storage, number: Int) async throws {
        let script = try RecordScript(
            seed: UInt64(number) + 99,
            count: [200, 400, 1_200, 2_800][number % 4],
            userCount: UInt16(5 + (number * 19) % 56)
        )
        .records
        let world = try TestWorld(storage)
        try world.repository.apply(script)
        let planned = try Self.plans.map { try world.reading(by: $0) }
        let oracle = try NaiveTimeline(world.repository, subjects: .init(of: script))
        var generator = SplitMix64(seed: UInt64(number))
        for turn in 0..<Self.questions / Self.worlds {
            let question = Question(oracle, using: &generator)
            let expected = oracle.page(
                of: question.viewer,
                before: question.before,
                after: question.after,
                limit: question.limit
            )
            let plan = Self.plans[turn % Self.plans.count]
            let page = try await planned[turn % planned.count].session(question.viewer)
                .timeline(
                    before: question.before,
                    after: question.after,
                    limit: question.limit
                )
            #expect(
                page.posts.map(\.id) == expected,
                "\(question), \(String(describing: plan))"
            )
            let isFull = !expected.isEmpty && expected.count == question.limit
            #expect(page.next == (isFull ? expected.last : nil))
        }
    }

    @Test(arguments: Storage.allCases, [1, 7, 20])
    func pagingVisitsEachPostOnce(storage: Storage, limit: Int) async throws {
        let script = try RecordScript(seed: 12, count: 800, userCount: 12).records
        let world = try TestWorld(storage)
        try world.repository.apply(script)
        let oracle = try NaiveTimeline(world.repository, subjects: .init(of: script))
        for (index, viewer) in oracle.users.prefix(limit == 1 ? 1 : 6).enumerated() {
            let planned = try world.reading(by: Self.plans[index % Self.plans.count])
            var visited: [Post.ID] = []
            var cursor: Post.ID?
            repeat {
                let page = try await planned.session(viewer)
                    .timeline(before: cursor, limit: limit)
                visited += page.posts.map(\.id)
                cursor = page.next
            } while cursor != nil
            let all = oracle.page(of: viewer, before: nil, after: nil, limit: .max)
            #expect(visited == all)
        }
    }

    @Test(arguments: Storage.allCases)
    func theShardsPartitionTheAuthors(storage: Storage) throws {
        let script = try RecordScript(seed: 3, count: 600, userCount: 25).records
        let repository = try storage.makeRepository()
        try repository.apply(script)
        let range = PostRange(limit: .max)
        try repository.read { reader throws in
            for viewer in SocialAnswers.Subjects(of: script).users {
                let whole = try reader.homeTimelineShard(.whole, of: viewer, in: range)
                for count in 1...5 {
                    let parts = try (0..<count)
                        .flatMap { index in
                            let shard = TimelineShard(index: index, count: count)
                            return try reader.homeTimelineShard(shard, of: viewer, in: range)
                        }
                    #expect(parts.sorted(by: >) == whole)
                }
            }
        }
    }
}

/// An oracle that collects the posts of all followed users and sorts them.
///
/// It is slow but obviously correct.
struct NaiveTimeline {
    let users: [User.ID]
    let posts: [(id: Post.ID, author: User.ID)]
    /// All posts, including deleted posts.
    let subjects: [Post.ID]
    private let followed: [User.ID: Set<User.ID>]

    init(_ repository: any Repository, subjects: SocialAnswers.Subjects) throws {
        self.subjects = subjects.posts
        (users, posts, followed) = try repository.read { reader throws in
            let users = try subjects.users.filter { try reader.user($0) != nil }
            let views = try reader.posts(subjects.posts, for: nil)
            let followed = try users.map { user in
                let list = try reader.users(UserQuery(.followed(by: user), limit: .max))
                return (user, Set(list.map(\.id)))
            }
            return (
                users, views.map { ($0.id, $0.author.id) },
                Dictionary(uniqueKeysWithValues: followed)
            )
        }
    }

    func page(of viewer: User.ID, before: Post.ID?, after: Post.ID?, limit: Int) -> [Post.ID] {
        let authors = (followed[viewer] ?? []).union([viewer])
        let ids = posts.filter { post in
            authors.contains(post.author) && before.map { post.id < $0 } ?? true
                && after.map { post.id > $0 } ?? true
        }
        return Array(ids.map(\.id).sorted(by: >).prefix(limit))
    }
}
