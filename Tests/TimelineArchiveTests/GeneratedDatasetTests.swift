import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Generated datasets")
struct GeneratedDatasetTests {
    private static func dataset(
        seed: UInt64,
        users: Int = 50,
        posts: Int = 400
    ) -> GeneratedDataset {
        let photo = Photo(
            blob: BlobID(of: Data([1])),
            byteCount: 1,
            mediaType: .jpeg,
            width: 2,
            height: 1
        )
        return GeneratedDataset(.init(users: users, posts: posts, seed: seed, photos: [photo]))
    }

    private static func changes(
        of dataset: GeneratedDataset,
        batchSize: Int = 100
    ) -> [Change] {
        Array(dataset.batches(of: batchSize).joined())
    }

    /// Compares the data with a recorded digest, because all machines must generate the same bytes.
    @Test func sameSeedYieldsSameBytes() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let digest = BlobID(of: try encoder.encode(Self.changes(of: Self.dataset(seed: 1))))
        #expect(digest.description.prefix(16) == "0ac3b90f8345ee14")
    }

    @Test func batchSizeDoesNotAffectChanges() {
        let dataset = Self.dataset(seed: 2)
        #expect(
            Self.changes(of: dataset, batchSize: 1) == Self.changes(of: dataset, batchSize: 1000)
        )
        #expect(Self.changes(of: dataset) != Self.changes(of: Self.dataset(seed: 3)))
    }

    @Test func allChangesApplyAndAreSkewed() throws {
        let dataset = Self.dataset(seed: 4, users: 200, posts: 4000)
        let repository = InMemoryRepository()
        for batch in dataset.batches(of: 1000) { try repository.apply(batch) }
        #expect(try repository.audit(repairing: false).isEmpty)
        let counts = try dataset.users.map { user in
            try #require(try repository.read { try $0.profile(of: user, for: nil) }).postCount
        }
        #expect(counts.reduce(0, +) == 4000)
        let sorted = counts.sorted(by: >)
        #expect(sorted.prefix(20).reduce(0, +) > 1500)
    }

    @Test func dormantUsersOnlyPostEarly() throws {
        let dataset = Self.dataset(seed: 5, users: 100, posts: 2000)
        let dormant = Set(dataset.dormantUsers)
        let posts = Self.changes(of: dataset)
            .filter { change in
                if case .postAdded = change.action { true } else { false }
            }
        let last = try #require(posts.lastIndex { dormant.contains($0.author) })
        #expect(last < 100)
        #expect(posts.map(\.stamp) == posts.map(\.stamp).sorted())
    }
}
