import Foundation
import TimelineCore
import TimelineSQL

extension Schema {
    /// The `application_id` that marks a SQLite file as a Timeline store: "TMLN".
    static let applicationID = 0x544d_4c4e

    /// Creates all tables in an empty database, in one transaction.
    static func create(in connection: Connection) throws {
        try connection.transaction(.immediate) {
            try connection.execute(
                derived + sqliteIndexes + records + clock + privateTables + """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(version);
                    """
            )
        }
    }

    /// A table, an index or a trigger.
    struct Object {
        let type: String
        let name: String
        /// The statement that creates it, as SQLite stores it.
        let sql: String

        /// Whether it is a table with data that nothing can derive.
        var containsData: Bool {
            type == "table" && (records + privateTables).contains("CREATE TABLE \(name) (")
        }
        /// The statements that create it with the rows that it always contains.
        var creation: String { sql + ";" + (Schema.contents[name] ?? "") }
    }

    /// The statements that fill tables which are never empty, apart from those that follow from
    /// records.
    private static let contents = [
        "clock": firstClock, "text_words": wordSettings,
        "user_search": "INSERT INTO user_search (user_search) VALUES ('rebuild');",
    ]

    /// Returns what ``create(in:)`` creates, without the tables of SQLite's extensions.
    static func objects() throws -> [Object] {
        let connection = try Connection(":memory:")
        try create(in: connection)
        return try Statement(
            """
            SELECT type, name, sql FROM sqlite_schema o WHERE sql NOT NULL AND NOT EXISTS (
                SELECT 1 FROM sqlite_schema v
                WHERE v.sql LIKE 'CREATE VIRTUAL%' AND o.type = 'table' AND o.name GLOB v.name || '_*'
            )
            ORDER BY rowid
            """,
            in: connection
        )
        .all { Object(type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    }

    /// Returns the statements that create an index of one of SQLite's extensions again.
    ///
    /// Only that of names contains anything then. An index that cannot be opened cannot be dropped
    /// either, so what SQLite reads when it opens one is replaced first.
    static func creatingAgain(_ name: String) throws -> String {
        let object = try objects().first { $0.name == name }
        let opening =
            name == "post_place"
            ? "post_place_node VALUES (1, zeroblob(512))"
            : "\(name)_config VALUES ('version', 4)"
        return "INSERT OR REPLACE INTO \(opening); DROP TABLE \(name);" + (object?.creation ?? "")
    }

    /// Checks that a file is a store of this version before a connection opens it for writing.
    ///
    /// - Parameters:
    ///   - connection: A read-only connection.
    ///   - path: The path of the file, for the error message.
    /// - Throws: `TimelineError.notAStore` for another program's database,
    ///   `storeTooNew`, `storeTooOld`, `storageFailed` for a version below 1, or `SQLiteError`.
    static func check(_ connection: Connection, at path: URL) throws {
        guard try number("application_id", in: connection) == applicationID else {
            throw TimelineError.notAStore(path.path)
        }
        try checkVersion(connection, StoreText.opening)
    }

    /// Checks that a store has the version of this program.
    ///
    /// Each write transaction repeats the check, because another program may have replaced the
    /// store since it was opened. It reads only the file's header, which is already in memory.
    ///
    /// - Parameters:
    ///   - connection: A connection to the store.
    ///   - operation: The start of the error message.
    /// - Throws: `TimelineError.storeTooNew`, `storeTooOld`, `storageFailed` for a version below 1, or
    ///   `SQLiteError`.
    static func checkVersion(_ connection: Connection, _ operation: String) throws {
        let found = try number("user_version", in: connection)
        guard found != version else { return }
        if found > version { throw TimelineError.storeTooNew }
        if found > 0 { throw TimelineError.storeTooOld(version: found) }
        throw TimelineError.storageFailed(
            StorageError(operation: operation, reason: StoreText.invalidVersion(found))
        )
    }

    /// Returns a number in the header of the file.
    private static func number(_ name: String, in connection: Connection) throws -> Int {
        try Statement("PRAGMA \(name)", in: connection).first { $0.int(0) } ?? 0
    }
}
