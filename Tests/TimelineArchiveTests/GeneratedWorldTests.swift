import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A generated world")
struct GeneratedWorldTests {
    private static func world(seed: UInt64, users: Int = 50, posts: Int = 400) -> GeneratedWorld {
        let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 2, height: 1)
        return GeneratedWorld(.init(users: users, posts: posts, seed: seed, photos: [photo]))
    }

    private static func changes(_ world: GeneratedWorld, batch: Int = 100) -> [Change] {
        Array(world.batches(of: batch).joined())
    }

    /// The digest was taken once and kept: another machine has to give the same bytes.
    @Test func oneSeedGivesTheSameBytesEverywhere() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let digest = BlobID(of: try encoder.encode(Self.changes(Self.world(seed: 1))))
        #expect(digest.description.prefix(16) == "1cb1d309ee9bf960")
    }

    @Test func theSizeOfABatchChangesNothing() {
        let world = Self.world(seed: 2)
        #expect(Self.changes(world, batch: 1) == Self.changes(world, batch: 1000))
        #expect(Self.changes(world) != Self.changes(Self.world(seed: 3)))
    }

    @Test func itLoadsWholeAndIsSkewed() throws {
        let world = Self.world(seed: 4, users: 200, posts: 4000)
        let repository = InMemoryRepository()
        for batch in world.batches(of: 1000) { try repository.apply(batch) }
        #expect(repository.audit(repairing: false).isEmpty)
        let counts = try world.users.map { user in
            try #require(try repository.read { try $0.profile(of: user, for: nil) }).postCount
        }
        #expect(counts.reduce(0, +) == 4000)
        let sorted = counts.sorted(by: >)
        #expect(sorted.prefix(20).reduce(0, +) > 1500)
    }

    @Test func dormantUsersPostEarlyOnly() throws {
        let world = Self.world(seed: 5, users: 100, posts: 2000)
        let dormant = Set(world.dormantUsers)
        let posts = Self.changes(world)
            .filter { change in
                if case .postAdded = change.action { true } else { false }
            }
        let last = try #require(posts.lastIndex { dormant.contains($0.author) })
        #expect(last < 100)
        #expect(posts.map(\.stamp) == posts.map(\.stamp).sorted())
    }
}
