import Testing
import TimelineTestSupport

@testable import TimelineSQLite

@Suite("The list of columns with stamps")
struct StampColumnTests {
    @Test("contains every column of the store that is named after a stamp")
    func coverage() throws {
        let file = try TemporaryFolder.makeFile()
        _ = try SQLiteRepository(file: file)
        // The newest stamp of a user is computed from the others. Stamps of records are signed, so a
        // repair cannot replace them.
        let columns = try RawStore(file)
            .text(
                """
                SELECT group_concat(name, ' ') FROM (
                    SELECT t.name || '.' || c.name AS name
                    FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                    WHERE t.type = 'table' AND c.name LIKE '%stamp' AND c.name <> 'newest_stamp'
                        AND t.name NOT IN ('record', 'signing_key')
                    ORDER BY 1
                )
                """
            )
        let listed = StampColumn.all.filter { !$0.isID }.map { "\($0.table).\($0.name)" }
        #expect(columns == listed.sorted().joined(separator: " "))
    }
}
