import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("SQLite's work grows no faster than the store")
struct GrowingWorkTests {
    @Test func aLaterPageOfOriginalsTakesNoMoreWork() throws {
        let repository = try SQLiteRepository()
        try repository.writeAccounts { accounts in
            for number in UInt32(0)..<2000 {
                let bytes = withUnsafeBytes(of: number.bigEndian) { Data($0) }
                let photo = BlobID(of: bytes)
                try accounts.setOriginal(BlobID(of: bytes + [1]), of: photo, by: .leia)
            }
        }
        var pages: [[BlobID]] = []
        var steps: [Int] = []
        while pages.last?.count ?? 100 == 100 {
            let cursor = pages.last?.last
            let work = try repository.statementWork { database in
                let tables = PrivateTables(database: database)
                pages.append(try tables.originals(after: cursor, limit: 100).items)
            }
            steps.append(work[0].steps)
        }
        #expect(pages.joined().count == 2000 && Set(pages.joined()).count == 2000)
        #expect(pages.joined().elementsEqual(pages.joined().sorted()))
        let first = try #require(steps.first)
        #expect(steps.allSatisfy { $0 < 2 * first }, "\(steps)")
    }

    /// Returns SQLite's steps for moving posts with their captions, likes and follows, without the
    /// search indexes.
    private static func steps(movingPosts count: Int) throws -> Int {
        let repository = try SQLiteRepository()
        var make = ChangeMaker()
        var changes = [try make.user(.leia, "leia")]
        let limit = make.stamp()
        for _ in 0..<count {
            let post = make.post(.leia)
            changes += [
                post, make.change(.leia, .captionEdited(post.post, caption: "edited")),
                make.change(.leia, .liked(post.post)),
            ]
        }
        try repository.apply(changes)
        let clock = TestEnvironment(now: TestEnvironment.start + 10 * Double(count) + 1000)
        let work = try repository.writing { database in
            try database.statementWork {
                let moved = try WriteTransaction(database)
                    .moveToPresent(.leia, newerThan: limit, clock.environment)
                #expect(moved == 3 * count)
            }
        }
        let registers = try repository.reading { database in
            try Statement("SELECT count(*) FROM post WHERE caption_stamp > id", in: database)
                .first { $0.int(0) }
        }
        #expect(registers == count)
        return work.filter { $0.sql.hasPrefix("UPDATE p") }.map(\.steps).reduce(0, +)
    }

    @Test func movingTenTimesAsManyPostsTakesTenTimesAsMuchWork() throws {
        let ratio = try Double(Self.steps(movingPosts: 400)) / Double(Self.steps(movingPosts: 40))
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
