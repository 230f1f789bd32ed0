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
    private static let migrations: [String] = [version1]

    /// Brings a store to the newest version.
    ///
    /// - Throws: `TimelineError.storeTooNew` when it has a version that this program does not know.
    static func migrate(_ writer: any DatabaseWriter) throws {
        guard try writer.read(pendingMigrations).isEmpty == false else { return }
        try writer.write { database in
            for migration in try pendingMigrations(database) {
                try database.execute(sql: migration)
            }
            try database.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(migrations.count);
                    """
            )
        }
    }

    /// Looks at a file before SQLite opens it, since opening writes to it.
    ///
    /// What another process has just written may still be missing in the file; ``migrate(_:)`` sees that.
    ///
    /// - Throws: `TimelineError.storeTooNew`.
    static func check(_ file: URL) throws {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }  // Nothing was written.
        let header = try handle.read(upToCount: 64) ?? Data()
        guard header.starts(with: "SQLite format 3\0".utf8), header.count == 64 else { return }
        // "Database File Format", section 1.3: the user version is at offset 60, big-endian.
        let version = header.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard version <= migrations.count else { throw TimelineError.storeTooNew }
    }

    private static func pendingMigrations(_ database: Database) throws -> ArraySlice<String> {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= migrations.count else { throw TimelineError.storeTooNew }
        return migrations[version...]
    }
}
