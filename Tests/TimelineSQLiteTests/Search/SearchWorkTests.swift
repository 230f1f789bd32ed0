import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

/// Tests of searches in a store in which most posts have the same tag, words and place.
///
/// The work must grow with the size of the page, not with the size of the store.
@Suite("SQLite's work for searches")
struct SearchWorkTests {
    /// Two stores, the second of which has four times as many posts.
    private static let repositories = Result { () throws -> [SQLiteRepository] in
        let photo = Photo(
            blob: BlobID(of: Data([1])),
            byteCount: 1,
            mediaType: .jpeg,
            width: 2,
            height: 1
        )
        return try [5000, 20_000]
            .map { posts in
                let world = GeneratedDataset(
                    .init(users: 500, posts: posts, follows: 0, likes: 2, seed: 9, photos: [photo])
                )
                let repository = try SQLiteRepository()
                for batch in world.batches(of: 10_000) {
                    try repository.apply(batch.map { try furnished($0, of: world) })
                }
                return repository
            }
    }

    /// Returns a copy of a record that adds a post, with a tag and a mention and, for every second
    /// post, a place in or near one town.
    private static func furnished(
        _ record: VerifiedRecord,
        of world: GeneratedDataset
    ) throws -> VerifiedRecord {
        guard case .postSet(let id, let stored) = record.content,
            let user = world.ids.firstIndex(of: record.author)
        else { return record }
        var content = stored
        let number = content.caption.utf8.count
        content.caption += " #all @leia"
        if number.isMultiple(of: 2) {
            let step = Double(number) / 10_000
            content.place = Place(
                coordinate: Coordinate(latitude: 48.1 + step, longitude: 11.5 - step)
            )
        }
        return try VerifiedRecord(
            author: record.author,
            stamp: record.stamp,
            content: .postSet(id, content),
            signedWith: world.devices[user]
        )
    }

    /// Returns the work in each of the two stores.
    private static func work(
        _ query: (any SocialReader) throws -> Int,
        finding count: Int = 50
    ) throws -> [[StatementWork]] {
        try repositories.get()
            .map { repository in
                try repository.work { reader in
                    let found = try query(reader)
                    #expect(found == count)
                }
            }
    }

    /// Checks that the work in both stores is the same, except that trees in the larger store are
    /// deeper.
    ///
    /// Also checks that nothing is sorted, and that nothing is scanned in full if the query uses an
    /// index.
    private static func expectBounded(_ work: [[StatementWork]], isIndexed: Bool = true) {
        let steps = work.map { $0.map(\.steps).reduce(0, +) }
        #expect(steps[1] * 2 < steps[0] * 3, "\(steps), \(work)")
        let statements = work.joined()
        #expect(!isIndexed || statements.allSatisfy { $0.fullScanSteps == 0 }, "\(work)")
        #expect(statements.allSatisfy { $0.sorts == 0 }, "\(work)")
    }

    private static let range = PostRange(limit: 50)

    @Test("Reading a tag that every post has ends after a page")
    func tag() throws {
        let tag = try Tag("all")
        let work = try Self.work { try $0.postIDs(.tagged(tag), in: Self.range).count }
        Self.expectBounded(work)
    }

    @Test("Reading mentions ends after a page")
    func mentions() throws {
        let work = try Self.work {
            try $0.texts(mentioning: "leia", before: .max, limit: 50).count
        }
        Self.expectBounded(work)
    }

    @Test(
        "Searching a word that every caption contains ends after a page",
        arguments: ["all", "all leia", "sunset all"]
    )
    func words(text: String) throws {
        let work = try Self.work { reader in
            guard let pattern = try TextQuery(text).pattern(expand: reader.words) else { return 0 }
            return try reader.texts(matching: pattern, before: .max, from: .min, limit: 50).count
        }
        Self.expectBounded(work)
    }

    @Test("Searching a place that half of all posts have ends after a page")
    func near() throws {
        let center = Coordinate(latitude: 48.1, longitude: 11.5)
        let vicinity = try SearchArea(of: center, radius: 5000)
        let work = try Self.work { try $0.postIDs(.near(vicinity), in: Self.range).count }
        // SQLite reports reading a virtual table such as an R-tree as a full scan.
        Self.expectBounded(work, isIndexed: false)
    }

    @Test("Reading a place by its ID ends after a page")
    func place() throws {
        let all = PostRange(limit: .max)
        let ids = try Self.repositories.get()
            .map { repository in
                try repository.read { reader in
                    let posts = try reader.posts(reader.postIDs(.all, in: all), for: nil)
                    let counts = Dictionary(
                        posts.compactMap(\.place?.id).map { ($0, 1) },
                        uniquingKeysWith: +
                    )
                    return try #require(counts.max { $0.value < $1.value })
                }
            }
        #expect(ids.allSatisfy { $0.value > 50 })
        let id = ids[0].key
        let work = try Self.work { try $0.postIDs(.at(id), in: Self.range).count }
        Self.expectBounded(work)
        #expect(work.joined().contains { $0.plan.contains { $0.contains("post_place_id") } })
    }

    @Test("Popular posts are read from the index of points", arguments: [20, 50])
    func popular(limit: Int) throws {
        let now = Date(timeIntervalSince1970: 1_794_700_000)
        let work = try Self.work(
            { try $0.popularPostIDs(at: now, since: Post.ID(.min), limit: limit).count },
            finding: limit
        )
        Self.expectBounded(work)
        #expect(work.joined().contains { $0.plan.contains { $0.contains("post_points") } })
    }
}
