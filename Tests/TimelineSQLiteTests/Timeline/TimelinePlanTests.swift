import Testing
import TimelineCore
import TimelineTesting

@testable import TimelineSQL
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
    ) throws -> [Post.ID]? {
        let range = PostRange(limit: limit)
        return try repository.read {
            try $0.scannedTimeline(of: leia, in: range, budget: budget)
        }
    }

    @Test("A scan returns nothing for a limit of zero or below", arguments: [0, -1, .min])
    func limits(limit: Int) throws {
        var make = RecordMaker()
        let (repository, _) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: limit, budget: 99) == [])
    }

    @Test("A scan returns nothing for a removed viewer")
    func removedViewer() throws {
        var make = RecordMaker()
        let (repository, post) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: 1, budget: 1000) == [post])
        try repository.apply([make.accountDeleted(Self.leia)])
        #expect(try Self.scan(repository, limit: 1, budget: 1000) == [])
    }

    @Test("A scan without a budget leaves the page to the shards")
    func abandonedScan() throws {
        var make = RecordMaker()
        let (repository, _) = try Self.repository(&make)
        #expect(try Self.scan(repository, limit: 1, budget: 0) == nil)
    }

    @Test("The numbers of followed users and processors determine the plan")
    func choice() {
        func budget(_ followed: Int) -> Int? { TimelinePlan(followed: followed).scanBudget }
        #expect(budget(0) == nil)
        #expect(budget(63) == nil)
        #expect(budget(64) == 1024)
        #expect(budget(100_000) == 1_600_000)
        func shards(_ followed: Int, _ maximum: Int = 4) -> Int {
            TimelinePlan(followed: followed).shardCount(maximum: maximum)
        }
        #expect(shards(0) == 1)
        #expect(shards(3999) == 1)
        #expect(shards(4000) == 2)
        #expect(shards(100_000) == 4)
        #expect(shards(5000, 1) == 1)
    }

    @Test("A page that a scan does not fill is divided if the viewer follows thousands of users")
    func division() throws {
        var make = RecordMaker()
        let repository = try SQLiteRepository()
        let authors = (0..<4000 as Range<UInt16>).map { User.ID(number: 100 + $0) }
        var records = [try make.user(Self.leia, "leia"), try make.user(Self.han, "han")]
        for (number, author) in authors.enumerated() {
            records.append(try make.user(author, "user\(number)"))
            records.append(try make.record(Self.leia, .followed(author)))
        }
        let own = try (0..<600).map { try make.post(authors[$0]) }
        // A scan of 500 posts is abandoned after the newest 256, which no followed user wrote.
        for _ in 0..<256 { records.append(try make.post(Self.han)) }
        try repository.apply(records + own)
        func count(_ viewer: User.ID, limit: Int, maximum: Int = 4) throws -> Int {
            try repository.read {
                try $0.homeShardCount(of: viewer, in: PostRange(limit: limit), maximum: maximum)
            }
        }
        #expect(try count(Self.leia, limit: 500) == 2)
        #expect(try count(Self.leia, limit: 500, maximum: 1) == 1)
        #expect(try count(Self.leia, limit: 50) == 1)
        #expect(try count(Self.han, limit: 500) == 1)
        let whole = try repository.read {
            try $0.homeTimelineShard(.whole, of: Self.leia, in: PostRange(limit: 500))
        }
        #expect(whole == Array(own.map(\.post).reversed().prefix(500)))
    }

    @Test("Only SQLite readers scan")
    func otherRepository() throws {
        let range = PostRange(limit: 1)
        let ids = try InMemoryRepository()
            .read { try $0.scannedTimeline(of: Self.leia, in: range, budget: 1000) }
        #expect(ids == nil)
    }
}
