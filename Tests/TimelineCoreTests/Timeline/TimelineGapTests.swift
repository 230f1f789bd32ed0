import Testing
import TimelineCore
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

    /// Returns changes that end with a thousand posts by users that the reader does not follow.
    private static func changes(_ make: inout ChangeMaker) throws -> [Change] {
        var changes = try [make.user(reader, "reader")]
        for (number, user) in (crowd + dormant).enumerated() {
            changes.append(try make.user(user, "user_\(number)"))
        }
        for user in dormant { changes.append(make.change(reader, .followed(user))) }
        for number in 0..<90 {
            changes.append(make.post(dormant[number % 6]))
            changes.append(make.post(crowd[number % 40]))
        }
        for number in 0..<1000 { changes.append(make.post(crowd[number % 40])) }
        return changes
    }

    /// Returns a random change that may invalidate a cache.
    private static func event(
        _ past: inout [PushID],
        _ posts: inout [Post.ID],
        _ make: inout ChangeMaker,
        _ random: inout SplitMix64
    ) -> Change {
        let author = [reader, dormant[0], dormant[1], crowd[0]].randomElement(using: &random)
        let someone = author ?? reader
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let post = make.post(someone)
            posts.append(post.post)
            return post
        case 2:
            let post = make.post(someone)
            past.shuffle(using: &random)
            let late = Change(
                stamp: past.popLast() ?? post.stamp,
                author: someone,
                action: post.action
            )
            posts.append(late.post)
            return late
        case 3:
            posts.shuffle(using: &random)
            return make.change(someone, .postDeleted(posts.popLast() ?? Post.ID(.min)))
        case 4: return make.change(reader, .followed(crowd[Int.random(in: 0..<3, using: &random)]))
        default:
            return make.change(reader, .unfollowed(crowd[Int.random(in: 0..<3, using: &random)]))
        }
    }

    @Test("Every page is correct after every change", arguments: Storage.allCases, [1, 2, 3])
    func pages(storage: Storage, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var make = ChangeMaker()
        let repository = try storage.makeRepository()
        let world = try Self.changes(&make)
        // Posts that arrive late use these stamps, which are within the gap.
        var past = world.suffix(900).map(\.stamp.successor)
        try repository.apply(world)
        var posts: [Post.ID] = []
        var full = 0
        for _ in 0..<120 {
            try repository.apply([Self.event(&past, &posts, &make, &random)])
            for _ in 0..<2 {
                try repository.read { reader in
                    let top = Post.ID(try reader.newestStamp().successor)
                    let ends = [top, Post.ID(.max), posts.last ?? top]
                    let before = ends.randomElement(using: &random) ?? top
                    let limit = [20, .max].randomElement(using: &random) ?? 20
                    let range = PostRange(before: before, limit: limit)
                    let scanned = try reader.scannedTimeline(
                        of: Self.reader,
                        in: range,
                        budget: 6400
                    )
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
        if storage != .inMemory { #expect(full > 60) }
    }
}
