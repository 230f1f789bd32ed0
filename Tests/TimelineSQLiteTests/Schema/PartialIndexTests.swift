import Testing
import TimelineTestSupport

@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("Partial indexes")
struct PartialIndexTests {
    @Test(
        "Statements contain the conditions of the partial indexes of records literally",
        arguments: [
            ("record_introduction", "kind IN \(RecordColumns.introductions)"),
            ("record_post", RecordColumns.concernsPost),
        ]
    )
    func records(index: String, condition: String) throws {
        let file = try TemporaryFolder.makeFile()
        _ = try Storage.open(file)
        let sql = try RawStore(file).text("SELECT sql FROM sqlite_schema WHERE name = '\(index)'")
        #expect(sql?.hasSuffix(" WHERE \(condition)") == true)
    }
}
