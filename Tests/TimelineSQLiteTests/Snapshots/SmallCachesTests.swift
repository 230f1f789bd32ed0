import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQL
@testable import TimelineSQLite

/// Tests of caches so small that every scan splits, merges and evicts intervals.
///
/// The results are compared with those of seeks and of the in-memory repository, neither of which
/// uses a cache.
@Suite("Pages through small caches")
struct SmallCachesTests {
    private static let crowd = (0..<30).map { User.ID(number: UInt16(100 + $0)) }
    private static let readers = (0..<5).map { User.ID(number: UInt16(1 + $0)) }

    private static func world(_ make: inout RecordMaker) throws -> [VerifiedRecord] {
        var records: [VerifiedRecord] = []
        for (number, user) in (readers + crowd).enumerated() {
            records.append(try make.user(user, "user_\(number)"))
        }
        for (number, reader) in readers.enumerated() {
            for user in crowd[(number * 4)..<(number * 4 + 6)] {
                records.append(try make.record(reader, .followed(user)))
            }
        }
        for number in 0..<1500 { records.append(try make.post(crowd[number * number % 30])) }
        return records
    }

    /// Returns records that invalidate a cache or part of one.
    private static func event(
        _ posts: inout [VerifiedRecord],
        _ make: inout RecordMaker,
        _ random: inout SplitMix64
    ) throws -> [VerifiedRecord] {
        let author = crowd[Int.random(in: 0..<30, using: &random)]
        let reader = readers[Int.random(in: 0..<5, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let added = try (0..<20).map { _ in try make.post(author) }
            posts += added
            return added
        case 1:
            let index = Int.random(in: 0..<posts.count, using: &random)
            let post = posts.remove(at: index)
            return [try make.record(post.author, .postDeleted(post.post))]
        case 2: return [try make.record(reader, .followed(author))]
        case 3: return [try make.record(reader, .unfollowed(author))]
        case 4:
            let past = posts[Int.random(in: 0..<posts.count, using: &random)].post.date
            posts.append(try make.post(author, at: past))
            return posts.suffix(1)
        default:
            let name = ProfileUpdate(displayName: .set("\(random.next())"))
            return [try make.record(author, .profileUpdated(name))]
        }
    }

    @Test("are correct after every change", arguments: 1...3 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var make = RecordMaker()
        let oracle = InMemoryRepository()
        let repository = try SQLiteRepository()
        let records = try Self.world(&make)
        var posts = records.suffix(1500).map(\.self)
        let cache = TimelineCache(intervalLimit: 40, posts: 400, viewers: 2, userBytes: 1000)
        let generations = CacheGenerations { cache }
        try oracle.apply(records)
        try repository.apply(records)
        var lengths: Set<Int> = []
        for _ in 0..<60 {
            for _ in 0..<4 {
                let reader = Self.readers[Int.random(in: 0..<5, using: &random)]
                let post = posts[Int.random(in: 0..<posts.count, using: &random)].post
                let before = random.happens(1, in: 2) ? post : Post.ID(.max)
                let range = PostRange(before: before, limit: [3, 20, 100][Int(random.next() % 3)])
                let expected = try oracle.read { tables in
                    let ids = try tables.homeTimelineShard(.whole, of: reader, in: range)
                    return try tables.posts(ids, for: reader)
                }
                lengths.formUnion(
                    try repository.reading { database in
                        let tables = ReadTransaction(database, SnapshotInfoCache(generations))
                        let ids = try tables.scanTimeline(of: reader, in: range, budget: 10_000)
                        #expect(try tables.posts(try #require(ids), for: reader) == expected)
                        let info = try tables.snapshotInfo(for: reader)
                        let cached = cache.posts(at: info.epoch)
                        let lengths = cached.intervals.map(\.entries.count)
                        #expect(lengths.reduce(0, +) <= 400)
                        return lengths
                    }
                )
            }
            let event = try Self.event(&posts, &make, &random)
            try oracle.apply(event)
            try repository.apply(event)
        }
        // Long intervals were split at 40 posts, and late posts were added to some of them.
        #expect(lengths.contains(40))
        #expect(lengths.contains { $0 > 40 })
    }
}
