import Foundation
public import TimelineCore

extension RepositoryLaws {
    /// Checks that popular posts are those with the highest scores at any given time.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func popularPosts(_ newRepository: Maker) throws {
        try check(
            "Popular posts",
            newRepository,
            [
                "The posts with the highest scores are found, in the order of InMemoryRepository.":
                    bestPosts
            ]
        )
    }

    /// Checks that a repository finds the best posts even if it stops reading its index early.
    private static func bestPosts(_ newRepository: Maker) throws {
        for seed in 1...4 as ClosedRange<UInt64> { try bestPosts(newRepository, seed: seed) }
    }

    private static func bestPosts(_ newRepository: Maker, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var make = RecordMaker()
        let users = (1...40).map { User.ID(number: $0) }
        var records = try users.enumerated().map { try make.user($1, "user\($0)") }
        for _ in 0..<150 {
            make.step = [0, 1, 600, 20_000].randomElement(using: &generator) ?? 1
            let post = try make.post(users[0])
            records.append(post)
            // Most posts get few likes, but some get very many.
            let fame = Double.random(in: 0...1, using: &generator)
            for user in users.prefix(Int(40 * pow(fame, 6))) {
                records.append(try make.record(user, .liked(post.post)))
            }
            for user in users.prefix(Int(9 * pow(fame, 9))) {
                records.append(try make.comment(user, on: post, "yes"))
            }
        }
        let oracle = InMemoryRepository()
        let repository = try newRepository()
        try oracle.apply(records)
        try repository.apply(records)
        let stamps = records.map(\.stamp)
        for _ in 0..<60 {
            let seconds = Double.random(in: -1000...3_000_000, using: &generator)
            let now = Date(
                timeIntervalSince1970: TestEnvironment.start.timeIntervalSince1970 + seconds
            )
            let limit = [0, 1, 5, 20, 1000].randomElement(using: &generator) ?? 1
            let since = Post.ID(
                [.min, stamps.randomElement(using: &generator) ?? .min][Int(seed % 2)]
            )
            let expected = try oracle.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            let actual = try repository.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            try expect(actual, equals: expected)
        }
    }
}
