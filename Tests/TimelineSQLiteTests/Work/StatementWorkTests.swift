import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineSQLite
import TimelineTestSupport

/// A guard on speed that a busy machine can carry: not time, but what SQLite does for a page of 50 posts.
@Suite("The work that SQLite does for a page")
struct StatementWorkTests {
    private static let world: GeneratedWorld = {
        let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 2, height: 1)
        return GeneratedWorld(
            .init(
                users: 2000,
                posts: 20_000,
                follows: 0,
                likes: 1,
                postsPerTag: 0,
                postsPerPlace: 0,
                seed: 9,
                photos: [photo]
            )
        )
    }()

    private static let repository = Result { () throws -> SQLiteRepository in
        let repository = try SQLiteRepository()
        for batch in world.batches(of: 10_000) { try repository.apply(batch) }
        for count in [5, 100, 1000] {
            let reader = viewer(count)
            let follows = world.users.filter { $0 != reader }.prefix(count).enumerated()
                .map { index, user in
                    let stamp = PushID(milliseconds: 1, random: (UInt16(count), UInt64(index)))
                    return Change(stamp: stamp, author: reader, action: .followed(user))
                }
            try repository.apply(follows)
        }
        return repository
    }

    /// The user who follows so many: one of the last, whom nobody else here follows.
    private static func viewer(_ count: Int) -> User.ID {
        world.users[world.users.count - count % 7 - 1]
    }

    private static let range = PostRange(before: Post.ID(.max), limit: 50)

    private static func expectPlan(_ work: [StatementWork]) {
        for statement in work {
            let scans = statement.plan.filter { $0.hasPrefix("SCAN") }
            // Lists that the statement itself makes.
            #expect(
                scans.allSatisfy {
                    $0.contains("CONSTANT") || ["SCAN page", "SCAN authors"].contains($0)
                },
                "\(statement)"
            )
        }
    }

    @Test(
        "Seeks cost so many steps for each followed user, and sort once",
        arguments: [(5, 220), (100, 3850), (1000, 24_500)]
    )
    func seeks(followed: Int, steps: Int) throws {
        let repository = try Self.repository.get()
        let work = try repository.work { reader in
            let ids = try reader.seekTimeline(
                of: Self.viewer(followed),
                shard: .whole,
                in: Self.range
            )
            #expect(ids.count == min(50, 2 * followed))
        }
        Self.expectPlan(work)
        #expect(work[0].steps <= steps, "\(work[0])")
        #expect(work.map(\.sorts).reduce(0, +) <= 1)
        #expect(work.map(\.fullScanSteps).reduce(0, +) == 0)
        #expect(work[0].plan.contains { $0.contains("post_author") })
    }

    @Test("A scan goes through the posts in order, and sorts nothing")
    func scan() throws {
        let repository = try Self.repository.get()
        let work = try repository.work { reader in
            let ids = try reader.scanTimeline(of: Self.viewer(1000), in: Self.range, budget: 6000)
            #expect(ids?.count == 50)
        }
        let scan = try #require(work.first { $0.sql.contains("ORDER BY id DESC") })
        #expect(scan.steps <= 650, "\(scan)")
        #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 })
    }

    @Test("A page is filled by look-ups alone")
    func page() throws {
        let repository = try Self.repository.get()
        let ids = try repository.read { try $0.postIDs(in: Self.range) }
        let work = try repository.work { reader in
            let posts = try reader.posts(ids, for: Self.viewer(5))
            #expect(posts.count == 50)
        }
        Self.expectPlan(work)
        #expect(work[0].steps <= 2450, "\(work[0])")
        #expect(work.map(\.sorts).reduce(0, +) == 0)
    }
}
