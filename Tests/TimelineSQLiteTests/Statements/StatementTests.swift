import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("Statements")
struct StatementTests {
    private struct Values: Equatable {
        let data: Data
        let text: String?
        let id: PushID
        let blob: BlobID?
        let number: Double?
        let types: [String]

        /// Creates values of the given length, with null characters in the text.
        init(length: Int, _ random: inout SplitMix64) {
            data = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            text = String(repeating: "é\0", count: length / 3)
            id = PushID(milliseconds: 5, bits: (1, random.next()))
            blob = BlobID(of: data)
            number = Double(length) / 7
            types = ["blob", "text"]
        }

        init(_ row: ResultRow) {
            (data, text, id) = (row.data(0), row.optionalText(1), row.pushID(2))
            (blob, number, types) = (row.blobID(3), row.double(4), [row.text(5), row.text(6)])
        }
    }

    @Test("Consecutive runs return arguments of any length unchanged")
    func values() throws {
        var random = SplitMix64(seed: 7)
        try SQLiteRepository()
            .reading { database in
                let tables = SharedTables(connection: database)
                for _ in 0..<300 {
                    // The lengths are around the size of the buffer, which is 1024 bytes.
                    let lengths = [0, 1, 15, 900, 1023, 1024, 1025, 9000]
                    let values = Values(length: lengths.randomElement(using: &random) ?? 0, &random)
                    let row =
                        try tables.statement(
                            "SELECT ?1, ?2, ?3, ?4, ?5, typeof(?1), typeof(?2)"
                        )
                        .first(values.data, values.text, values.id, values.blob, values.number) {
                            Values($0)
                        }
                    #expect(row == values)
                }
            }
    }

    @Test("Integers, Booleans, dates, users and NULL are returned unchanged")
    func otherTypes() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.123)
        try SQLiteRepository()
            .reading { database in
                let isRead: Void? = try SharedTables(connection: database)
                    .statement("SELECT ?1, ?2, ?3, ?4, ?5, ?6")
                    .first(Int64.min, Int.max, true, date, User.ID.leia, nil as String?) { row in
                        #expect(row.int64(0) == .min)
                        #expect(row.int(1) == .max)
                        #expect(row.bool(2))
                        #expect(row.date(3) == date)
                        #expect(row.userID(4) == .leia)
                        #expect(row.isNull(5))
                        #expect(row.optionalText(5) == nil)
                        #expect(row.optionalPushID(5) == nil)
                        #expect(row.double(5) == nil)
                    }
                #expect(isRead != nil)
            }
    }

    @Test("An array and a range fill several parameters")
    func lists() throws {
        let range = PostRange(before: Post.ID(.max), after: Post.ID(.min), limit: 3)
        try SQLiteRepository()
            .reading { database in
                let columns = try SharedTables(connection: database)
                    .statement("SELECT ?1, ?2, ?3, ?4, ?5")
                    .first(range, [7, nil] as [Int?]) { row in
                        (row.pushID(0), row.pushID(1), row.int(2), row.int(3), row.isNull(4))
                    }
                #expect(try #require(columns) == (.max, .min, 3, 7, true))
            }
    }

    private static func failure(_ reason: String) -> TimelineError {
        .storageFailed(StorageError(operation: "Reading the store", reason: reason))
    }

    @Test("A statement cannot run while its rows are being read")
    func nesting() throws {
        #expect(throws: Self.failure("The statement runs already.")) {
            try SQLiteRepository()
                .reading { database in
                    let tables = SharedTables(connection: database)
                    let sql = "SELECT value FROM json_each('[1, 2, 3]')"
                    try tables.statement(sql)
                        .forEach { _ in
                            _ = try tables.statement(sql).all { $0.int(0) }
                        }
                }
        }
    }

    @Test("A statement can run again after its rows, after leaving them early, and after an error")
    func reuse() throws {
        try SQLiteRepository()
            .reading { database in
                let statement = try SharedTables(connection: database)
                    .statement("SELECT value FROM json_each('[1, 2, 3]') WHERE value >= ?")
                #expect(try statement.all(1) { $0.int(0) } == [1, 2, 3])
                #expect(try statement.first(2) { $0.int(0) } == 2)
                #expect(throws: CancellationError.self) {
                    try statement.forEach(1) { _ in throw CancellationError() }
                }
                #expect(try statement.all(3) { $0.int(0) } == [3])
                #expect(try !statement.exists(4))
            }
    }

    @Test(
        "Each parameter needs an argument, and each argument a parameter",
        arguments: [[], [1], [1, 2, 3]]
    )
    func count(arguments: [Int]) throws {
        #expect(throws: Self.failure("\(arguments.count) arguments for 2 parameters")) {
            try SQLiteRepository()
                .reading { database in
                    _ = try SharedTables(connection: database).statement("SELECT ?1, ?2")
                        .exists(arguments)
                }
        }
    }
}
