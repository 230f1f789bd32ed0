import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQL
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

    @Test("Rejections are counted without reading them, and found by look-ups")
    func rejections() throws {
        let repository = try SQLiteRepository()
        let source = RejectedRecord.Source(scope: .leia, author: .han, reason: .tooOld)
        let key = try #require(KeyID(bytes: [UInt8](repeating: 1, count: KeyID.byteCount)))
        var all: [RejectedRecord] = []
        func reject(_ count: Int) throws {
            let rejections = try (0..<count)
                .map { number in
                    let id = BlobID(of: Data("\(all.count), \(number)".utf8)).bytes
                    let position = RecordPosition(
                        milliseconds: UInt64(number),
                        id: try #require(RecordID(bytes: id))
                    )
                    return RejectedRecord(position: position, key: key, source: source)
                }
            all += rejections
            try repository.writeAccounts { accounts in
                for rejection in rejections { _ = try accounts.insert(rejection) }
            }
        }
        func work() throws -> Int {
            let record = all[0].position.id
            let work = try repository.statementWork { database in
                let tables = PrivateTables(connection: database)
                for author in [nil, User.ID.han] {
                    let counts = try tables.rejectionCounts(by: author)
                    #expect(counts == [.tooOld: all.count])
                }
                let selections: [RejectedRecord.Selection] = [
                    .record(record), .scope(.leia), .source(source),
                ]
                for selection in selections {
                    let found = try tables.rejections(selection, limit: 1)
                    #expect(found.count == 1)
                }
            }
            #expect(work.count == 4 && work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 })
            #expect(work.flatMap(\.plan).allSatisfy { $0.hasPrefix("SEARCH") }, "\(work)")
            return work.map(\.steps).reduce(0, +)
        }
        try reject(10)
        let few = try work()
        try reject(2000)
        #expect(try work() == few)
    }

    @Test("Rejections are deleted by one statement that uses an index")
    func deletedRejections() throws {
        let repository = try SQLiteRepository()
        let key = try #require(KeyID(bytes: [UInt8](repeating: 1, count: KeyID.byteCount)))
        let source = RejectedRecord.Source(scope: .leia, author: .han, reason: .tooOld)
        for selection in [
            .scope(.leia), .source(source), .signed(.han, key),
        ] as [RejectedRecord.Selection] {
            let work = try repository.statementWork { database in
                try PrivateTables(connection: database).deleteRejections(selection)
            }
            #expect(work.count == 1 && work.allSatisfy { $0.fullScanSteps == 0 }, "\(work)")
            #expect(work[0].plan.contains { $0.hasPrefix("SEARCH rejection") }, "\(work)")
        }
    }

    @Test("Peers and marks are found with indexes")
    func peersAndMarks() throws {
        let work = try SQLiteRepository()
            .statementWork { database in
                let tables = PrivateTables(connection: database)
                _ = try tables.peers(of: .leia)
                _ = try tables.blobs(marked: .absent)
                _ = try tables.time(of: .absent, on: BlobID(of: Data()))
            }
        #expect(work.count == 3 && work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 })
        #expect(work.flatMap(\.plan).allSatisfy { $0.hasPrefix("SEARCH") }, "\(work)")
    }
}
