public import TimelineCore

extension RepositoryLaws {
    /// Checks law 4: after the same records, a repository returns the same answers as
    /// `InMemoryRepository`.
    ///
    /// - Parameters:
    ///   - newRepository: A closure that creates an empty repository.
    ///   - batchSize: The number of records per commit. A size of 1 checks the most states, and a
    ///     size of 10 is faster if each commit waits for a disk.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    package static func equivalent(_ newRepository: Maker, batchSize: Int = 10) throws {
        try check(
            "Law 4, equivalent",
            newRepository,
            [
                "A random script gives the same answers at every step.": { newRepository in
                    try runScript(on: [newRepository()], batchSize: batchSize)
                },
                "A shuffled random script ends in the same answers.": shuffledScript,
            ]
        )
    }

    /// Checks law 4 on two connections to the same store.
    ///
    /// After each commit by the first connection, both connections must return the answers of
    /// `InMemoryRepository`. The second connection only reads, so its caches must detect commits by
    /// the other connection.
    ///
    /// - Parameters:
    ///   - newConnections: A closure that creates an empty store and opens it twice.
    ///   - batchSize: The number of records per commit.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func equivalentAcrossConnections(
        _ newConnections: () throws -> (writer: any Repository, reader: any Repository),
        batchSize: Int = 10
    ) throws {
        let (writer, reader) = try newConnections()
        try check(
            "Law 4, equivalent",
            { writer },
            [
                "A random script gives the same answers on both connections.": { _ in
                    try runScript(on: [writer, reader], batchSize: batchSize)
                }
            ]
        )
    }

    /// A few answers that reveal most differences and are cheap enough to compare after each step.
    private struct Digest: Hashable {
        let newest: PushID
        let users: [User]
        let posts: [PostView]
        let profile: ProfileView?
        let exists: Bool

        init(_ repository: any Repository, for viewer: User.ID, about author: User.ID) throws {
            (newest, users, posts, profile, exists) = try repository.read { reader throws in
                let range = PostRange(limit: 8)
                let ids = try reader.homeTimelineShard(.whole, of: viewer, in: range)
                return (
                    try reader.newestStamp(of: nil), try reader.users(UserQuery(limit: .max)),
                    try reader.posts(ids, for: viewer),
                    try reader.profile(of: author, for: viewer),
                    try reader.exists(author)
                )
            }
        }
    }

    /// The read positions that a repository's users have after the pages shown to them.
    private struct Readers {
        private var positions: [User.ID: ReadPosition] = [:]
        private var generator = SplitMix64(seed: 5)

        /// Reads a page of a user's news, shows the user a page of the home timeline or of news,
        /// and reads all news in a range.
        mutating func news(
            in repository: any Repository,
            for viewer: User.ID,
            before cursor: Post.ID
        ) throws -> [[Post.ID]] {
            let position = positions[viewer] ?? ReadPosition()
            let notifies = generator.happens(1, in: 2)
            let limit = Int.random(in: 1...12, using: &generator)
            let ranges = [
                PostRange(limit: limit),
                PostRange(before: cursor, limit: limit),
            ]
            let range = ranges[generator.happens(1, in: 2) ? 0 : 1]
            let (page, news) = try repository.read { reader in
                let news = try reader.newPostIDs(
                    in: .home,
                    of: viewer,
                    since: position,
                    in: range
                )
                let ids =
                    try notifies
                    ? news : reader.homeTimelineShard(.whole, of: viewer, in: range)
                let posts = try reader.posts(ids, for: viewer)
                let next = ids.count == limit ? ids.last : nil
                return (TimelinePage(posts, next: next, epoch: try reader.epoch()), news)
            }
            let shown = position.showing(page, at: page.epoch ?? 0)
            positions[viewer] = shown
            let feeds = [Feed.home, .everyone, .user(viewer)]
            let all = PostRange(before: Post.ID(.max), after: cursor, limit: .max)
            return try [news]
                + feeds.map { feed in
                    try repository.read {
                        try $0.newPostIDs(in: feed, of: viewer, since: shown, in: all)
                    }
                }
        }
    }

    /// Applies a script through the first connection and compares all connections with an oracle.
    private static func runScript(on connections: [any Repository], batchSize: Int) throws {
        let script = try RecordScript(seed: 2026, count: 400).disordered()
        let oracle = InMemoryRepository()
        let everything = SocialAnswers.Subjects(of: script)
        let everyone = everything.users
        var (readers, expectedReaders) = (connections.map { _ in Readers() }, Readers())
        for start in stride(from: 0, to: script.count, by: batchSize) {
            let batch = Array(script[start...].prefix(batchSize))
            let (step, author) = (start + batch.count - 1, batch[0].author)
            // All items that are at most a minute older than the batch are news.
            let oldestNews = PushID(
                milliseconds: batch[0].stamp.milliseconds - 60_000,
                bits: (0, 0)
            )
            try oracle.apply(batch, oldestNews: oldestNews)
            try connections.first?.apply(batch, oldestNews: oldestNews)
            let viewer = everyone[step % everyone.count]
            let expected = try Digest(oracle, for: viewer, about: author)
            for connection in connections {
                let digest = try Digest(connection, for: viewer, about: author)
                try expect(digest, equals: expected, "step \(step): \(batch.map(\.content))")
            }
            let post = everything.posts[(step * 7) % everything.posts.count]
            let news = try expectedReaders.news(in: oracle, for: viewer, before: post)
            for (index, connection) in connections.enumerated() {
                let other = try readers[index].news(in: connection, for: viewer, before: post)
                try expect(other, equals: news, "step \(step): news of \(viewer)")
            }
            // Compare digests after every batch, but all answers only after some.
            let isLast = step == script.count - 1
            guard start / 100 != (step + 1) / 100 || isLast else { continue }
            var subjects = everything
            subjects.viewers = [viewer, everyone[step % 7]]
            // The last step compares all posts. Other steps compare only recent posts, to which the
            // script still refers.
            let soFar = everything.posts.prefix { $0.pushID <= expected.newest }
            if !isLast { subjects.posts = Array(soFar.suffix(60)) }
            let answers = try SocialAnswers(oracle, about: subjects)
            for repository in connections {
                let others = try SocialAnswers(repository, about: subjects)
                try expect(answers.difference(from: others), equals: nil, "step \(step)")
                try expect(repository.audit(repairing: false), equals: [], "step \(step)")
            }
        }
    }

    private static func shuffledScript(_ newRepository: Maker) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 300, revokesKeys: false).records
            var subjects = SocialAnswers.Subjects(of: script)
            subjects.viewers = Array(subjects.users.prefix(4))
            let inOrder = InMemoryRepository()
            try inOrder.apply(script)
            let expected = try SocialAnswers(inOrder, about: subjects)

            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            var rest = script.shuffled(using: &generator)[...]
            while !rest.isEmpty {
                let batch = rest.prefix(Int.random(in: 1...60, using: &generator))
                try repository.apply(Array(batch))
                rest = rest.dropFirst(batch.count)
            }
            let answers = try SocialAnswers(repository, about: subjects)
            try expect(answers.difference(from: expected), equals: nil, "seed \(seed)")
            try expect(repository.audit(repairing: false), equals: [], "seed \(seed)")
        }
    }
}

extension RepositoryLaws {
    /// Checks that a repository returns all live records in order, as `InMemoryRepository` does, and
    /// that they are sufficient to restore the shared data.
    ///
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func entries(_ newRepository: Maker) throws {
        try check(
            "Entries",
            newRepository,
            ["The live records are those of the oracle, and restore a store.": liveRecords]
        )
    }

    private static func liveRecords(_ newRepository: Maker) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let batch = ValidatedBatch(
                unchecked: try RecordScript(seed: seed, count: 300).disordered()
            )
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            for part in [repository, oracle] as [any Repository] { try part.apply(batch) }
            let records = try liveRecords(of: repository)
            try expect(records == liveRecords(of: oracle), "seed \(seed): the records")
            let positions = records.map { RecordPosition(of: $0) }
            try expect(positions == positions.sorted(), "seed \(seed): the order of the records")

            let copy = try newRepository()
            var generator = SplitMix64(seed: seed)
            let shuffled = records.shuffled(using: &generator)
            try copy.apply(ValidatedBatch(unchecked: shuffled))
            try expect(liveRecords(of: copy) == records, "seed \(seed): the restored records")
            try expect(copy.audit(repairing: false), equals: [], "seed \(seed): the counts")
        }
    }

    private static func liveRecords(of repository: any Repository) throws -> [VerifiedRecord] {
        try repository.read { reader in
            var records: [VerifiedRecord] = []
            try reader.forEachRecord { records.append($0) }
            return records
        }
    }
}
