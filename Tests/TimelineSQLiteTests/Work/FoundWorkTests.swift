import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineSQLite
import TimelineTestSupport

/// What SQLite does to find posts again, where most posts are alike: the work must be that of a page, not that
/// of the store.
@Suite("The work that SQLite does to find posts again")
struct FoundWorkTests {
    private static let repository = Result { () throws -> SQLiteRepository in
        let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 2, height: 1)
        let world = GeneratedWorld(
            .init(users: 500, posts: 20_000, follows: 0, likes: 2, seed: 9, photos: [photo])
        )
        let repository = try SQLiteRepository()
        for batch in world.batches(of: 10_000) { try repository.apply(batch.map(furnished)) }
        return repository
    }

    /// Gives every post a tag, and every other a place, most of them in one town.
    private static func furnished(_ change: Change) -> Change {
        guard case .postAdded(var content) = change.action else { return change }
        let number = content.caption.utf8.count
        content.caption += " #all @leia"
        if number.isMultiple(of: 2) {
            let step = Double(number) / 10_000
            content.place = Place(
                coordinate: Coordinate(latitude: 48.1 + step, longitude: 11.5 - step)
            )
        }
        return Change(stamp: change.stamp, author: change.author, action: .postAdded(content))
    }

    private static func work(
        _ query: (any SocialReader) throws -> Int,
        finding count: Int = 50
    ) throws -> [StatementWork] {
        try repository.get()
            .work { reader in
                let found = try query(reader)
                #expect(found == count)
            }
    }

    private static func expectBounded(_ work: [StatementWork], steps: Int) {
        #expect(work.map(\.steps).reduce(0, +) <= steps, "\(work)")
        #expect(work.map(\.fullScanSteps).reduce(0, +) == 0, "\(work)")
        #expect(work.map(\.sorts).reduce(0, +) == 0, "\(work)")
    }

    private static let range = PostRange(before: Post.ID(.max), limit: 50)

    @Test("A tag that every post carries is left after a page")
    func tag() throws {
        let tag = try Tag("all")
        let work = try Self.work { try $0.postIDs(tagged: tag, in: Self.range).count }
        Self.expectBounded(work, steps: 700)
    }

    @Test("So are mentions")
    func mentions() throws {
        let work = try Self.work {
            try $0.texts(mentioning: "leia", before: .max, limit: 50).count
        }
        Self.expectBounded(work, steps: 900)
    }

    @Test(
        "A word that every caption holds is left after a page",
        arguments: ["all", "all leia", "sunset all"]
    )
    func words(text: String) throws {
        let work = try Self.work { reader in
            guard let pattern = try TextQuery(text).pattern(expand: reader.words) else { return 0 }
            return try reader.texts(matching: pattern, before: .max, from: .min, limit: 50).count
        }
        Self.expectBounded(work, steps: 1800)
    }

    @Test("A place where half of all posts are from is left after a page")
    func near() throws {
        let center = Coordinate(latitude: 48.1, longitude: 11.5)
        let vicinity = try Vicinity(of: center, radius: 5000)
        let work = try Self.work { try $0.postIDs(near: vicinity, in: Self.range).count }
        // An R-tree's rows are steps of "full scan", since it is no index of SQLite's own.
        #expect(work.map(\.steps).reduce(0, +) <= 3000, "\(work)")
        #expect(work.map(\.sorts).reduce(0, +) == 0)
    }

    @Test("What is popular is found by the index of points", arguments: [20, 50])
    func popular(limit: Int) throws {
        let now = Date(timeIntervalSince1970: 1_794_700_000)
        let work = try Self.work(
            { try $0.popularPostIDs(at: now, since: Post.ID(.min), limit: limit).count },
            finding: limit
        )
        Self.expectBounded(work, steps: 6000)
        #expect(work.contains { $0.plan.contains { $0.contains("post_points") } })
    }
}
