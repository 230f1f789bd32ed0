import TimelineCore

extension RepositoryLaws {
    /// Checks that a repository stores exactly the live ones of the records that it received, that
    /// its answers equal those of `InMemoryRepository`, and that the order of records does not
    /// matter.
    ///
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func records(_ newRepository: Maker) throws {
        try check(
            "Records",
            newRepository,
            [
                "The same batches give the same answers.": sameBatches,
                "The order of records does not matter if keys come first.": shuffledRecords,
                "Revocations have the same result in every order, once all records arrive again.":
                    revocations,
                "A record that arrives again changes nothing.": repeatedRecords,
                "Forgotten records leave nothing, and return if they arrive again.": forgotten,
            ]
        )
    }

    private static func sameBatches(_ newRepository: Maker) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 200, userCount: 6).records
            var generator = SplitMix64(seed: seed)
            // Records arrive slightly out of order.
            let order = script.enumerated()
                .map { ($0.offset + Int.random(in: 0...20, using: &generator), $0.element) }
                .sorted { $0.0 < $1.0 }.map(\.1)
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            for batch in batches(of: order, using: &generator) {
                try repository.apply(batch)
                try oracle.apply(batch)
                try expect(
                    heads(of: script, in: repository),
                    equals: heads(of: script, in: oracle),
                    "seed \(seed)"
                )
            }
            try compare(repository, with: oracle, about: script, "seed \(seed)")
        }
    }

    private static func shuffledRecords(_ newRepository: Maker) throws {
        for seed in 5...6 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 200, userCount: 6).records
            let keys = script.filter(\.content.isSignedByRoot)
            let rest = script.filter { !$0.content.isSignedByRoot }
            let oracle = InMemoryRepository()
            try oracle.apply(script)
            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            try repository.apply(keys)
            let shuffled = rest.shuffled(using: &generator)
            for batch in batches(of: shuffled, using: &generator) {
                try repository.apply(batch)
            }
            let live = Set(liveSet(of: script).map(\.id))
            try expect(heads(of: script, in: repository), equals: live, "seed \(seed)")
            try compare(repository, with: oracle, about: script, "seed \(seed)")
        }
    }

    private static func revocations(_ newRepository: Maker) throws {
        for seed in 20...23 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 120, userCount: 6).records
            var generator = SplitMix64(seed: seed)
            let ends = script.filter { $0.content.kind == .keyRevoked }
            let rest = script.filter { $0.content.kind != .keyRevoked }
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            // Each part arrives alone, with records before, between and after the parts.
            var batches = [rest] + ends.shuffled(using: &generator).map { [$0] }
            batches.insert(rest.shuffled(using: &generator), at: (batches.count + 1) / 2)
            for batch in batches + [rest.reversed()] {
                try repository.apply(batch)
                try oracle.apply(batch)
                try expect(
                    heads(of: script, in: repository),
                    equals: heads(of: script, in: oracle),
                    "seed \(seed)"
                )
            }
            let live = Set(liveSet(of: script).map(\.id))
            try expect(heads(of: script, in: repository), equals: live, "seed \(seed)")
            try compare(repository, with: oracle, about: script, "seed \(seed)")
        }
    }

    private static func repeatedRecords(_ newRepository: Maker) throws {
        let script = try RecordScript(seed: 9, count: 120, revokesKeys: false).records
        let repository = try newRepository()
        try repository.apply(script)
        let token = try repository.read { try $0.recordToken() }
        let live = try heads(of: script, in: repository)
        try repository.apply(script.reversed())
        try expect(heads(of: script, in: repository), equals: live, "the live records")
        try expect(repository.read { try $0.recordToken() }, equals: token, "the token")
        try expect(repository.audit(repairing: false), equals: [], "the counts")
    }

    private static func forgotten(_ newRepository: Maker) throws {
        for (seed, limit) in [(10, 100_000), (11, 100_000), (12, 7)] as [(UInt64, Int)] {
            let script = try RecordScript(seed: seed, count: 180, userCount: 6, revokesKeys: false)
                .records
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            for repository in [repository, oracle] as [any Repository] {
                try repository.apply(script)
            }
            let live = try heads(of: script, in: repository)
            let users = Set(script.map(\.author)).sorted()
            for user in users.prefix(3) {
                let kept = Array(users.suffix(1))
                func forget(in repository: any Repository) throws -> Set<BlobID> {
                    var blobs: [BlobID] = []
                    while let part = try repository.forget(
                        user,
                        keepingFollowsOf: kept,
                        limit: limit
                    ) {
                        blobs += part
                    }
                    return Set(blobs)
                }
                try expect(forget(in: repository), equals: forget(in: oracle), "seed \(seed)")
                try expect(
                    heads(of: script, in: repository),
                    equals: heads(of: script, in: oracle),
                    "seed \(seed)"
                )
                let posts = try repository.read { reader in
                    try reader.postIDs(.by(user), in: PostRange(limit: 9))
                }
                try expect(posts, equals: [], "The posts of seed \(seed)")
                try expect(repository.audit(repairing: false), equals: [], "The counts")
                guard limit > 7 else { continue }
                try compare(repository, with: oracle, about: script, "seed \(seed)")
            }
            for repository in [repository, oracle] as [any Repository] {
                // Replies arrive before their posts.
                try repository.apply(script.filter(\.introducesAuthor))
                for record in script.reversed() {
                    try repository.apply([record])
                }
            }
            try expect(heads(of: script, in: repository), equals: live, "Returned, seed \(seed)")
            if limit > 7 { try compare(repository, with: oracle, about: script, "Returned") }
            try expect(repository.audit(repairing: false), equals: [], "Returned counts")
        }
    }

    private static func batches(
        of records: [VerifiedRecord],
        using generator: inout SplitMix64
    ) -> [[VerifiedRecord]] {
        var (batches, rest): ([[VerifiedRecord]], _) = ([], records[...])
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...40, using: &generator))
            batches.append(Array(batch))
            rest = rest.dropFirst(batch.count)
        }
        return batches
    }

    /// Returns the IDs of the live records in the scopes of a script.
    private static func heads(
        of script: [VerifiedRecord],
        in repository: any Repository
    ) throws -> Set<RecordID> {
        let scopes = Set(script.map(\.scope))
        return try repository.read { Set(try $0.recordHeads(inScopes: scopes).map(\.position.id)) }
    }

    private static func compare(
        _ repository: any Repository,
        with oracle: InMemoryRepository,
        about script: [VerifiedRecord],
        _ context: String
    ) throws {
        var subjects = SocialAnswers.Subjects(of: script)
        subjects.viewers = Array(subjects.users.prefix(2))
        let expected = try SocialAnswers(oracle, about: subjects)
        let answers = try SocialAnswers(repository, about: subjects)
        try expect(answers.difference(from: expected), equals: nil, context)
        for user in Set(script.map(\.author)) {
            try expect(
                RecordAnswers(repository, about: user),
                equals: RecordAnswers(oracle, about: user),
                context
            )
        }
        try expect(repository.audit(repairing: false), equals: [], context)
    }
}

/// The answers of a repository to the queries for records that concern one user.
private struct RecordAnswers: Hashable {
    let introductions: Set<RecordID>
    let keys: Set<RecordID>
    let newest: [RecordID]
    let below: [RecordID]
    let photos: Set<BlobReference>
    let avatars: Set<BlobReference>
    let deletions: Set<RecordID>
    let heldUsers: [Set<User.ID>]
    let replies: Set<RecordID>
    let replyScopes: Set<User.ID>
    let replyCounts: [Int]
    let followed: Set<User.ID>
    let follows: [Set<RecordID>]
    let pendingCount: Int

    init(_ repository: any Repository, about user: User.ID) throws {
        self = try repository.read { reader in try RecordAnswers(reader, about: user) }
    }

    private init(_ reader: any SocialReader, about user: User.ID) throws {
        introductions = Set(try reader.introductions(of: [user]).map(\.id))
        keys = Set(try reader.introductions(of: [user], onlyKeys: true).map(\.id))
        let records = try reader.records(inScope: user, below: nil, limit: 10)
        newest = records.map(\.id)
        let last = records.last.map { RecordPosition(of: $0) }
        below = try reader.records(inScope: user, below: last, limit: 1000).map(\.id)
        photos = Set(try reader.blobReferences(of: [user]))
        avatars = Set(try reader.blobReferences(of: []))
        deletions = Set(
            try reader.recordHeads(inScopes: [user], onlyDeletions: true).map(\.position.id)
        )
        heldUsers = try [[], [user]].map { try reader.heldUsers(outside: $0) }
        let posts = Set(records.compactMap(\.concernedPost))
        replies = Set(try posts.flatMap { try reader.replies(to: $0) }.map(\.id))
        let scopes = try reader.scopesOfReplies(by: user)
        replyScopes = scopes
        let middle = records.first?.stamp.milliseconds ?? 0
        replyCounts = try scopes.sorted()
            .flatMap { scope in
                try [0..<(.max), 0..<middle, middle..<(middle + 1000)]
                    .map { try reader.replyCount(by: user, inScope: scope, times: $0) }
            }
        followed = try reader.usersFollowed(by: user)
        follows = try [(user, nil), (nil, user), (user, user), (nil, nil)]
            .map { Set(try reader.follows(by: $0, of: $1).map(\.id)) }
        pendingCount = try reader.pendingReplyCount()
    }
}
