import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive
@testable import TimelineSQL
@testable import TimelineSQLite

/// Tests that compare SQLite's work for a page of 50 posts with its work for a plain join.
///
/// Both run in the same process, so neither a busy machine nor a different version of SQLite
/// changes the result.
@Suite("SQLite's work for a page")
struct StatementWorkTests {
    private static let world: GeneratedDataset = {
        let photo = Photo(
            blob: BlobID(of: Data([1])),
            byteCount: 1,
            mediaType: .jpeg,
            width: 2,
            height: 1
        )
        return GeneratedDataset(
            .init(
                users: 2000,
                posts: 20_000,
                follows: 0,
                likes: 1,
                postsPerTag: 0,
                postsPerPlace: 0,
                seed: 12,
                photos: [photo]
            )
        )
    }()

    @Test("The newest comments of a page are read by look-ups, however many there are")
    func newestComments() throws {
        let repository = try SQLiteRepository()
        var make = RecordMaker()
        let posts = try (0..<20).map { _ in try make.post(.leia) }
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        try repository.apply(users + posts)
        func work() throws -> StatementWork {
            let work = try repository.work { reader in
                let comments = try reader.newestComments(onEach: posts.map(\.post), limit: 2)
                #expect(comments.values.allSatisfy { $0.count == 2 } && comments.count == 20)
            }
            // One statement for the page, and one for each of the few authors.
            #expect(work.count <= 5, "\(work)")
            Self.expectPlan(work)
            #expect(work.allSatisfy { $0.fullScanSteps == 0 })
            return try #require(work.first { $0.sql.contains("comment_post") })
        }
        func comment(_ count: Int) throws {
            let comments = try posts.flatMap { post in
                try (0..<count).map { _ in try make.comment(.han, on: post, "yes") }
            }
            try repository.apply(comments)
        }
        try comment(2)
        let few = try work()
        #expect(few.steps < 20 * 100, "\(few)")
        try comment(100)
        let many = try work()
        #expect(many.steps < few.steps * 3 / 2, "\(few), \(many)")
    }

    @Test("Comments and likes are counted for guests by look-ups in one statement")
    func localCounts() throws {
        let repository = try SQLiteRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let comments = try (0..<100).map { _ in try make.comment(.leia, on: post, "yes") }
        try repository.apply([make.user(.leia, "leia"), post] + comments)
        let work = try repository.work { reader in
            let counts = try reader.localCounts(of: post.post)
            #expect(counts.comments == 0 && counts.likes == 0)
        }
        Self.expectPlan(work)
        #expect(work.count == 1)
        #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }, "\(work)")
    }

    @Test("A page of likes reads only its part of an index, in either direction")
    func likes() throws {
        let repository = try SQLiteRepository()
        var make = RecordMaker()
        let posts = try (0..<300).map { _ in try make.post(.leia) }
        let likes = try posts.map { try make.record(.han, .liked($0.post)) }
        try repository.apply(
            [make.user(.leia, "leia"), make.user(.han, "han")] + posts + likes
        )
        for isAscending in [false, true] {
            let work = try repository.work { reader in
                let page = try reader.likes(
                    by: .han,
                    beyond: likes[150].stamp,
                    ascending: isAscending,
                    limit: 20
                )
                let expected =
                    isAscending
                    ? likes[151...170].map(\.stamp)
                    : likes[130..<150].reversed().map(\.stamp)
                #expect(page.map(\.stamp) == expected)
            }
            Self.expectPlan(work)
            #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }, "\(work)")
            #expect(work.map(\.steps).reduce(0, +) < 500, "\(work)")
        }
    }

    @Test("A page of a user's comments reads only its part of an index")
    func commentsOfUser() throws {
        let repository = try SQLiteRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let comments = try (0..<300)
            .map { try make.comment($0 % 10 == 0 ? .han : .leia, on: post, "yes") }
        try repository.apply(
            [make.user(.leia, "leia"), make.user(.han, "han"), post] + comments
        )
        let own = comments.filter { $0.author == .han }.map(\.comment)
        let work = try repository.work { reader in
            let range = PostRange(before: Post.ID(own[20].pushID), limit: 10)
            let page = try reader.commentIDs(by: .han, in: range)
            #expect(page == own[10..<20].reversed())
        }
        Self.expectPlan(work)
        #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }, "\(work)")
        #expect(work.map(\.steps).reduce(0, +) < 300, "\(work)")
    }

    @Test("Private values are read from the first key with the prefix on")
    func privateValues() throws {
        let repository = try SQLiteRepository()
        try repository.writeAccounts { _, accounts in
            for number in 0..<500 {
                try accounts.setPrivateValue([1], forKey: "a/\(1000 + number)")
                try accounts.setPrivateValue([1], forKey: "b/\(1000 + number)")
            }
        }
        for cursor in [nil, "a/1400", "b/1200"] {
            let work = try repository.statementWork { connection in
                let tables = PrivateTables(connection: connection)
                let values = try tables.privateValues(withPrefix: "b/", after: cursor, limit: 5)
                let first = cursor?.hasPrefix("b/") == true ? 1201 : 1000
                #expect(values.map(\.key) == (0..<5).map { "b/\(first + $0)" })
            }
            #expect(work.map(\.steps).reduce(0, +) < 200, "\(work)")
        }
    }

    @Test("A page of activity reads no more rows than it returns, however many there are")
    func activity() throws {
        let repository = try SQLiteRepository()
        var make = RecordMaker()
        let users = try (10..<130).map { try make.user(User.ID(number: $0), "user_\($0)") }
        let post = try make.post(.leia)
        try repository.apply([make.user(.leia, "leia")] + users + [post])
        func act(_ users: ArraySlice<VerifiedRecord>) throws {
            for user in users.map(\.author) {
                try repository.apply([
                    make.record(user, .liked(post.post)), make.record(user, .followed(.leia)),
                    make.comment(user, on: post, "yes"), make.post(user, "@leia"),
                ])
            }
        }
        func work() throws -> [StatementWork] {
            let work = try repository.work { reader in
                let page = try reader.activity(of: .leia, after: nil, limit: 10)
                let rest = try reader.activity(of: .leia, after: page.last?.position, limit: 10)
                #expect(page.count == 10 && rest.count == 10)
                #expect(try reader.activityCount(of: .leia, since: 0, limit: 10) == 10)
            }
            Self.expectPlan(work)
            #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }, "\(work)")
            return work
        }
        try act(users[..<20])
        let few = try work()
        try act(users[20...])
        let many = try work()
        let (before, after) = (few.map(\.steps).reduce(0, +), many.map(\.steps).reduce(0, +))
        #expect(after < before * 3 / 2, "\(few), \(many)")
    }

    private static let repository = Result { () throws -> SQLiteRepository in
        let repository = try SQLiteRepository()
        for batch in world.batches(of: 10_000) { try repository.apply(batch) }
        for count in [5, 100, 1000] {
            let (reader, key) = (viewer(count), world.devices[viewerIndex(count)])
            let follows = try world.users.filter { $0 != reader }.prefix(count).enumerated()
                .map { index, user in
                    try VerifiedRecord(
                        author: reader,
                        stamp: PushID(milliseconds: 1, bits: (UInt16(count), UInt64(index))),
                        content: .followed(user),
                        signedWith: key
                    )
                }
            try repository.apply(follows)
        }
        return repository
    }

    /// Returns a user with the given number of followed users and without followers.
    private static func viewer(_ count: Int) -> User.ID { world.users[viewerIndex(count)] }

    private static func viewerIndex(_ count: Int) -> Int { world.users.count - count % 7 - 1 }

    private static let range = PostRange(limit: 50)

    private static func expectPlan(_ work: [StatementWork]) {
        for statement in work {
            let scans = statement.plan.filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN (sub") }
            // Only lists that are part of the statement may be scanned in full.
            #expect(
                scans.allSatisfy {
                    $0.contains("CONSTANT")
                        || ["SCAN page", "SCAN authors", "SCAN events"].contains($0)
                },
                "\(statement)"
            )
        }
    }

    /// Returns the number of steps that SQLite needs to read all rows of a statement.
    private static func steps(of sql: String) throws -> Int {
        try repository.get()
            .statementWork { try Statement(sql, in: $0).forEach { _ in } }
            .map(\.steps).reduce(0, +)
    }

    @Test(
        "Seeks cost little more than a plain join over IDs, and sort once",
        arguments: [5, 100, 1000]
    )
    func seeks(followed: Int) throws {
        let repository = try Self.repository.get()
        let viewer = Self.viewer(followed)
        let found = try repository.reading { try SharedTables(connection: $0).rowID(of: viewer) }
        let row = try #require(found)
        let join = """
            SELECT p.id FROM follow f CROSS JOIN post p ON p.author = f.followed
            WHERE f.follower = \(row) ORDER BY p.id DESC
            """
        var posts = 0
        try repository.reading { connection in
            try Statement(join, in: connection).forEach { _ in posts += 1 }
            try Statement("SELECT 1 FROM post WHERE author = \(row)", in: connection)
                .forEach { _ in posts += 1 }
        }
        let work = try repository.work { reader in
            let transaction = try #require(reader as? ReadTransaction)
            let ids = try transaction.seekTimeline(.whole, of: viewer, in: Self.range)
            #expect(ids.count == min(50, posts))
        }
        let own = "SELECT id FROM post WHERE author = \(row) ORDER BY id DESC LIMIT 50"
        let page = try Self.steps(of: "\(join) LIMIT 50") + Self.steps(of: own)
        let all = try Self.steps(of: join)
        Self.expectPlan(work)
        #expect(work[0].steps < 2 * page, "\(page), \(work[0])")
        // If many users are followed, the statement does not read all of their posts.
        #expect(followed < 100 || work[0].steps < all / 2, "\(all), \(work[0])")
        #expect(work.map(\.sorts).reduce(0, +) <= 1)
        #expect(work.map(\.fullScanSteps).reduce(0, +) == 0)
        #expect(work[0].plan.contains { $0.contains("post_author") })
    }

    @Test("A scan costs little more than reading the posts down to the last of the page")
    func scan() throws {
        let repository = try Self.repository.get()
        var page: [Post.ID] = []
        let viewer = Self.viewer(1000)
        let work = try repository.work { reader in
            page = try reader.scannedTimeline(of: viewer, in: Self.range, budget: 6000) ?? []
        }
        #expect(page.count == 50)
        let scan = try #require(work.first { $0.sql.contains("ORDER BY id DESC") })
        let all = try repository.read {
            try $0.postIDs(.all, in: PostRange(limit: 20_000))
        }
        let depth = try #require(all.firstIndex { $0 == page.last }) + 1
        let plain = try Self.steps(
            of: "SELECT id, author FROM post ORDER BY id DESC LIMIT \(depth)"
        )
        #expect(scan.steps < 3 * plain / 2, "\(plain), \(scan)")
        #expect(work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 })
    }

    @Test("The first page after a commit reads only the posts that have changed since")
    func changes() throws {
        let repository = try Self.repository.get()
        let epoch = try repository.epoch()
        let work = try repository.statementWork {
            let changes = try SharedTables(connection: $0).posts(changedSince: epoch, limit: 4096)
            #expect(changes?.added.isEmpty == true && changes?.deleted.isEmpty == true)
        }
        #expect(work.count == 2)
        #expect(work.map(\.steps).reduce(0, +) < 100, "\(work)")
    }

    @Test("New posts are read from the range of posts that have arrived since")
    func newPosts() throws {
        let repository = try Self.repository.get()
        let viewer = Self.viewer(5)
        let everything = Post.ID(.min)...Post.ID(.max)
        let interval = ReadInterval(everything, epoch: try repository.epoch())
        let position = ReadPosition(intervals: [interval])
        let work = try repository.work { reader in
            let ids = try reader.newPostIDs(
                in: .home,
                of: viewer,
                since: position,
                in: Self.range
            )
            #expect(ids.isEmpty)
        }
        let late = try #require(work.first { $0.sql.contains("post_arrival") })
        #expect(late.steps < 100, "\(late)")
    }

    @Test("The work of earlier runs of a statement is not included")
    func earlierRuns() throws {
        let repository = try Self.repository.get()
        let sql = "SELECT caption FROM post ORDER BY caption LIMIT 1"
        let first = try repository.statementWork { try Statement(sql, in: $0).forEach { _ in } }
        try repository.reading { try Statement(sql, in: $0).forEach { _ in } }
        let again = try repository.statementWork { try Statement(sql, in: $0).forEach { _ in } }
        #expect(again == first)
        #expect(first.map(\.sorts) == [1] && first[0].fullScanSteps > 10_000)
    }

    @Test("A page is filled by look-ups alone, in no more steps than one join of the tables")
    func page() throws {
        let repository = try Self.repository.get()
        let ids = try repository.read { try $0.postIDs(.all, in: Self.range) }
        let work = try repository.work { reader in
            let posts = try reader.posts(ids, for: Self.viewer(5))
            #expect(posts.count == 50)
        }
        let join = try Self.steps(
            of: """
                SELECT p.*, h.*, u.*, l.stamp
                FROM (SELECT id FROM post ORDER BY id DESC LIMIT 50) page
                CROSS JOIN post p ON p.id = page.id JOIN user u ON u.id = p.author
                LEFT JOIN photo h ON h.post = p.id
                LEFT JOIN post_like l ON l.post = p.id AND l.user = 1
                """
        )
        Self.expectPlan(work)
        #expect(work.map(\.steps).reduce(0, +) <= join, "\(join), \(work)")
        #expect(work.map(\.sorts).reduce(0, +) == 0)
    }
}
