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

    private static func records(
        of dataset: GeneratedDataset,
        batchSize: Int = 100
    ) -> [VerifiedRecord] {
        Array(dataset.batches(of: batchSize).joined())
    }

    /// Compares the data with a recorded digest, because all machines must generate the same bytes.
    @Test func sameSeedYieldsSameBytes() throws {
        let records = Self.records(of: Self.dataset(seed: 1))
        let digest = BlobID(of: Data(records.flatMap(\.encoded)))
        #expect(digest.description.prefix(16) == "392aa8002529dfd0")
    }

    @Test func batchSizeDoesNotAffectRecords() {
        let dataset = Self.dataset(seed: 2)
        #expect(
            Self.records(of: dataset, batchSize: 1) == Self.records(of: dataset, batchSize: 1000)
        )
        #expect(Self.records(of: dataset) != Self.records(of: Self.dataset(seed: 3)))
    }

    @Test func allRecordsApplyAndAreSkewed() throws {
        let dataset = Self.dataset(seed: 4, users: 200, posts: 4000)
        let repository = InMemoryRepository()
        for batch in dataset.batches(of: 10_000) {
            _ = try repository.apply(ValidatedBatch(checking: batch, now: .now))
        }
        #expect(try repository.audit(repairing: false).isEmpty)
        let counts = try dataset.users.map { user in
            try #require(try repository.read { try $0.profile(of: user, for: nil) }).postCount
        }
        #expect(counts.reduce(0, +) == 4000)
        let sorted = counts.sorted(by: >)
        #expect(sorted.prefix(20).reduce(0, +) > 1500)
    }

    /// Compares each option of the data with the average of what is generated, without duplicates.
    @Test func optionsAreAverages() throws {
        var shape = Self.dataset(seed: 7, users: 1000, posts: 3000).shape
        (shape.follows, shape.likes) = (12, 4)
        (shape.postsPerComment, shape.postsPerTag, shape.postsPerPlace) = (2, 3, 6)
        let records = Self.records(of: GeneratedDataset(shape))
        var counts: [RecordKind: Int] = [:]
        var (likes, follows): (Set<[String]>, Set<[String]>) = ([], [])
        var (tagged, placed) = (0, 0)
        for record in records {
            if let kind = record.content.kind { counts[kind, default: 0] += 1 }
            switch record.content {
            case .liked(let post): likes.insert(["\(record.author)", "\(post.id)"])
            case .followed(let user): follows.insert(["\(record.author)", "\(user)"])
            case .postSet(_, let content):
                tagged += content.caption.contains("#") ? 1 : 0
                placed += content.place == nil ? 0 : 1
            default: break
            }
        }
        func expect(_ count: Int, isAbout expected: Int) {
            #expect(abs(count - expected) * 10 <= expected, "\(count) is not about \(expected)")
        }
        #expect(counts[.keyAdded] == 1000)
        #expect(counts[.postSet] == 3000)
        expect(follows.count, isAbout: 12 * 1000)
        expect(likes.count, isAbout: 4 * 3000)
        #expect((counts[.followed], counts[.liked]) == (follows.count, likes.count))
        expect(counts[.commentAdded, default: 0], isAbout: 3000 / 2)
        expect(tagged, isAbout: 3000 / 3)
        expect(placed, isAbout: 3000 / 6)
        (shape.follows, shape.likes, shape.postsPerTag, shape.postsPerPlace) = (0, 0, 0, 0)
        let plain = Self.records(of: GeneratedDataset(shape))
        #expect(!plain.contains { [.followed, .liked].contains($0.content.kind) })
    }

    @Test func dormantUsersOnlyPostEarly() throws {
        let dataset = Self.dataset(seed: 5, users: 100, posts: 2000)
        let dormant = Set(dataset.dormantUsers)
        let posts = Self.records(of: dataset)
            .filter { $0.content.kind == .postSet }
        let last = try #require(posts.lastIndex { dormant.contains($0.author) })
        #expect(last < 100)
        #expect(posts.map(\.stamp) == posts.map(\.stamp).sorted())
    }

    /// Checks that the people of a dataset can be claimed and that readers follow as stated.
    @Test func readersFollowAndPeopleAreClaimed() async throws {
        var shape = Self.dataset(seed: 6).shape
        shape.readers = [.init(username: "reader", follows: 7, followsDormant: true)]
        let dataset = GeneratedDataset(shape)
        let world = try TestWorld(.sqliteInMemory, now: Date(timeIntervalSince1970: 1_800_000_000))
        try await world.owner.addPeople(of: dataset)
        for batch in dataset.batches(of: 1000) { try await world.owner.add(batch) }
        try await world.owner.claim(
            "reader",
            email: "reader@example.org",
            password: TestWorld.password
        )
        let reader = try await world.logIn("reader").user.id
        let followed = try await world.guest.users(UserQuery(.followed(by: reader))).map(\.id)
        #expect(Set(followed) == Set(dataset.dormantUsers.prefix(7)))
        #expect(try world.audit().isEmpty)
    }
}
