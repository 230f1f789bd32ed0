import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineSQLite

@Suite("The values of a statement")
struct HotStatementTests {
    private struct Values: Equatable {
        let data: Data
        let text: String?
        let id: PushID
        let blob: BlobID?
        let number: Double?
        let types: [String?]

        /// Short and long ones, with all bytes in them.
        init(length: Int, _ random: inout SplitMix64) {
            data = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            text = String(repeating: "é\0", count: length / 3)
            id = PushID(milliseconds: 5, random: (1, random.next()))
            blob = BlobID(of: data)
            number = Double(length) / 7
            types = ["blob", "text"]
        }

        init(_ row: HotRow) {
            (data, text, id) = (row.data(0), row.text(1), row.pushID(2))
            (blob, number, types) = (row.blob(3), row.double(4), [row.text(5), row.text(6)])
        }

        func bind(_ statement: HotStatement) {
            statement.bind(data, at: 1)
            statement.bind(text, at: 2)
            statement.bind(id, at: 3)
            if let blob { statement.bind(blob, at: 4) }
            statement.bind(number, at: 5)
        }
    }

    @Test("Values of any length come back as they were, from one statement after another")
    func values() throws {
        var random = SplitMix64(seed: 7)
        try SQLiteRepository()
            .reading { database in
                for _ in 0..<300 {
                    let lengths = [0, 1, 15, 3000, 4095, 4096, 9000]
                    let values = Values(length: lengths.randomElement(using: &random) ?? 0, &random)
                    let sql = "SELECT ?1, ?2, ?3, ?4, ?5, typeof(?1), typeof(?2)"
                    let statement = try HotStatement(sql, in: database)
                    values.bind(statement)
                    #expect(try statement.first(Values.init) == values)
                }
            }
    }

    @Test("What was bound and never run is forgotten")
    func unused() throws {
        try SQLiteRepository()
            .reading { database in
                let sql = "SELECT ?1, ?2, ?3"
                let former = try HotStatement(sql, in: database)
                former.bind("left behind", at: 2)
                former.bind(5, at: 3)
                let statement = try HotStatement(sql, in: database)
                statement.bind("new", at: 1)
                let row = try statement.first { [$0.text(0), $0.text(1), $0.text(2)] }
                #expect(row == ["new", nil, nil])
            }
    }

    @Test("One that goes does not take along what its successor has bound")
    func successor() throws {
        try SQLiteRepository()
            .reading { database in
                var former = [try HotStatement("SELECT ?1", in: database)]
                former[0].bind("old", at: 1)
                let statement = try HotStatement("SELECT ?1", in: database)
                statement.bind("new", at: 1)
                former.removeAll()
                #expect(try statement.first { $0.text(0) } == "new")
            }
    }
}
