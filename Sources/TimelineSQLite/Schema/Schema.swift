import Foundation
import GRDB
import TimelineCore

/// The tables of a store and the way from each version to the next; `Docs/Schema.md` explains them.
enum Schema {
    /// Marks a file as a Timeline store in SQLite's `application_id`: "TMLN".
    static let applicationID: Int32 = 0x544d_4c4e

    /// The steps in order, forward only.
    ///
    /// A store that has taken `n` of them has the `user_version` n.
    private static let migrations: [@Sendable (Database) throws -> Void] = [
        version1, version2, version3, version4, version5, version6,
    ]

    /// Brings a store to the newest version.
    ///
    /// - Throws: `TimelineError.storeTooNew` when it has a version that this program does not know.
    static func migrate(_ writer: any DatabaseWriter) throws {
        guard try writer.read(pendingMigrations).isEmpty == false else { return }
        try writer.write { database in
            for migration in try pendingMigrations(database) {
                try migration(database)
            }
            try database.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(migrations.count);
                    """
            )
        }
    }

    /// Looks at a file before it is opened for writing, which may change it.
    ///
    /// SQLite has to do it: closing a descriptor of one's own would let go of the locks that this process holds
    /// ("How To Corrupt An SQLite Database File", section 2.2).
    ///
    /// - Throws: `TimelineError.storeTooNew`; `TimelineError.notAStore` when it is another program's.
    static func check(_ reader: DatabaseQueue, at path: URL) throws {
        try reader.read { database in
            _ = try pendingMigrations(database)
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            let owner = try Int32.fetchOne(database, sql: "PRAGMA application_id")
            guard tables == 0 || owner == applicationID else {
                throw TimelineError.notAStore(path.path)
            }
        }
    }

    private static func pendingMigrations(
        _ database: Database
    ) throws -> ArraySlice<
        @Sendable (Database) throws -> Void
    > {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= migrations.count else { throw TimelineError.storeTooNew }
        return migrations[version...]
    }
}
