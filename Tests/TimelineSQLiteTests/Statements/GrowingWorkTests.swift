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
                let tables = PrivateTables(connection: database)
                pages.append(try tables.originals(after: cursor, limit: 100).items)
            }
            steps.append(work[0].steps)
        }
        #expect(pages.joined().count == 2000 && Set(pages.joined()).count == 2000)
        #expect(pages.joined().elementsEqual(pages.joined().sorted()))
        let first = try #require(steps.first)
        #expect(steps.allSatisfy { $0 < 2 * first }, "\(steps)")
    }
}
