import Testing
import TimelineCore
import TimelineTesting

@testable import TimelineSQLite

@Suite("Plans for a page of the home timeline")
struct TimelinePlanTests {
    private static let leia = User.ID(number: 1)
    private static let han = User.ID(number: 2)

    /// Returns a store in which leia follows han, the author of one post.
    private static func repository(
        _ make: inout RecordMaker
    ) throws -> (repository: SQLiteRepository, post: Post.ID) {
        let repository = try SQLiteRepository()
        let post = try make.post(han)
        try repository.apply([
            try make.user(leia, "leia"), try make.user(han, "han"), post,
            try make.record(leia, .followed(han)),
        ])
        return (repository, post.post)
    }

    private static func scan(
        _ repository: SQLiteRepository,
        limit: Int,
        budget: Int
    ) throws -> HomePageIDs? {
        let range = PostRange(limit: limit)
        return try repository.read {
            try $0.homePageIDs(of: leia, in: range, forcing: .scan(budget: budget, shards: 3))
        }
    }

    @Test("A scan returns nothing for a limit of zero or below", arguments: [0, -1, .min])
    func limits(limit: Int) throws {
        var make = RecordMaker()
        let (repository, _) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: limit, budget: 99) == .ids([]))
    }

    @Test("A scan returns nothing for a removed viewer")
    func removedViewer() throws {
        var make = RecordMaker()
        let (repository, post) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: 1, budget: 1000) == .ids([post]))
        try repository.apply([make.left(Self.leia)])
        #expect(try Self.scan(repository, limit: 1, budget: 1000) == .ids([]))
    }

    @Test("A scan without a budget leaves the page to the shards")
    func abandonedScan() throws {
        var make = RecordMaker()
        let (repository, _) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: 1, budget: 0) == .shards(3))
    }

    @Test("The numbers of followed users and processors determine the plan")
    func choice() {
        func choice(_ followed: Int) -> TimelinePlan {
            .choice(followed: followed, maximumShards: 4)
        }
        #expect(choice(0) == .seek(shards: 1))
        #expect(choice(63) == .seek(shards: 1))
        #expect(choice(64) == .scan(budget: 1024, shards: 1))
        #expect(choice(3999) == .scan(budget: 63_984, shards: 1))
        #expect(choice(4000) == .scan(budget: 64_000, shards: 2))
        #expect(choice(100_000) == .scan(budget: 1_600_000, shards: 4))
        #expect(
            TimelinePlan.choice(followed: 5000, maximumShards: 1)
                == .scan(budget: 80_000, shards: 1)
        )
    }

    @Test("Only SQLite readers have plans")
    func otherRepository() throws {
        let range = PostRange(limit: 1)
        let answer = try InMemoryRepository()
            .read { try $0.homePageIDs(of: Self.leia, in: range, forcing: .seek(shards: 1)) }
        #expect(answer == nil)
    }
}
