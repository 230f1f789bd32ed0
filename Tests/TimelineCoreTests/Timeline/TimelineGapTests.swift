import Foundation
import Testing
import TimelineCore
import TimelineSQL
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

/// Tests of the caches for timeline scans.
///
/// The reader follows only users that stopped posting long ago.
@Suite("A timeline with a long gap")
struct TimelineGapTests {
    private static let crowd = (0..<40).map { User.ID(number: UInt16(100 + $0)) }
    private static let dormant = (0..<6).map { User.ID(number: UInt16(200 + $0)) }
    private static let reader = User.ID(number: 1)

    /// Returns records that end with a thousand posts by users that the reader does not follow.
    private static func records(_ make: inout RecordMaker) throws -> [VerifiedRecord] {
        var records = try [make.user(reader, "reader")]
        for (number, user) in (crowd + dormant).enumerated() {
            records.append(try make.user(user, "user_\(number)"))
        }
        for user in dormant { records.append(try make.record(reader, .followed(user))) }
        for number in 0..<90 {
            records.append(try make.post(dormant[number % 6]))
            records.append(try make.post(crowd[number % 40]))
        }
        for number in 0..<1000 { records.append(try make.post(crowd[number % 40])) }
        return records
    }

    /// Returns a random record that may invalidate a cache.
    private static func event(
        _ past: inout [Date],
        _ posts: inout [VerifiedRecord],
        _ make: inout RecordMaker,
        _ random: inout SplitMix64
    ) throws -> VerifiedRecord {
        let author = [reader, dormant[0], dormant[1], crowd[0]].randomElement(using: &random)
        let someone = author ?? reader
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            posts.append(try make.post(someone))
            return posts[posts.count - 1]
        case 2:
            past.shuffle(using: &random)
            posts.append(try make.post(someone, at: past.popLast()))
            return posts[posts.count - 1]
        case 3:
            posts.shuffle(using: &random)
            guard let post = posts.popLast() else { return try make.post(someone) }
            return try make.record(post.author, .postDeleted(post.post))
        case 4:
            let user = crowd[Int.random(in: 0..<3, using: &random)]
            return try make.record(reader, .followed(user))
        default:
            let user = crowd[Int.random(in: 0..<3, using: &random)]
            return try make.record(reader, .unfollowed(user))
        }
    }

    @Test(
        "Every page is correct after every change",
        arguments: [.sqliteInMemory, .sqliteFile] as [Storage],
        [1, 2, 3]
    )
    func pages(storage: Storage, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var make = RecordMaker()
        let repository = try storage.makeRepository()
        let world = try Self.records(&make)
        // Posts that arrive late have these times, which are within the gap.
        var past = world.suffix(900).map(\.post.date)
        try repository.apply(world)
        var posts: [VerifiedRecord] = []
        var full = 0
        for _ in 0..<120 {
            try repository.apply([Self.event(&past, &posts, &make, &random)])
            for _ in 0..<2 {
                try repository.read { reader in
                    let top = Post.ID(try reader.newestStamp(of: nil).successor)
                    let ends = [top, Post.ID(.max), posts.last?.post ?? top]
                    let before = ends.randomElement(using: &random) ?? top
                    let limit = [20, .max].randomElement(using: &random) ?? 20
                    let range = PostRange(before: before, limit: limit)
                    let scanned = try reader.scannedTimeline(
                        of: Self.reader,
                        in: range,
                        budget: 6400
                    )
                    // The reader follows too few users for a scan.
                    let sought = try reader.homeTimelineShard(
                        .whole,
                        of: Self.reader,
                        in: range
                    )
                    full += scanned == nil ? 0 : 1
                    #expect(scanned == nil || scanned == sought)
                }
            }
        }
        #expect(full > 60)
    }
}
