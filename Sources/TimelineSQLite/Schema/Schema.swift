import Foundation
import GRDB
import TimelineCore

/// The tables of a store, and the migrations between their versions; `Docs/Schema.md` describes
/// them.
///
/// A version is a number in SQLite's `user_version`, and a function that turns the tables of the
/// version before into its own. Functions of published versions never change: a store of any
/// earlier version runs all that it lacks, in order, in one transaction. A migration may call code
/// of the present program (such as the one that fills search indexes) only if a later migration
/// repairs all that this code does differently on old tables.
///
/// The schema itself states every invariant that SQL can: lengths of IDs, ranges, references, pairs
/// of columns that are `NULL` together. A program with a mistake then fails with a constraint
/// instead of storing nonsense. Decision 9 explains the choice of keys, integers for users and
/// blobs for push IDs.
enum Schema {
    /// Marks a file as a Timeline store in SQLite's `application_id`: "TMLN".
    static let applicationID: Int32 = 0x544d_4c4e

    /// The migrations in order, forward only.
    ///
    /// A store with `user_version` n has run the first n of them.
    ///
    /// A new version is appended here; its number is the count.
    private static let migrations: [@Sendable (Database) throws -> Void] = [
        version1, version2, version3, version4, version5, version6, version7, version8,
    ]

    /// Migrates a store to the newest version, in one transaction.
    ///
    /// A process that is killed meanwhile leaves the old version. Two processes that migrate at the
    /// same time take turns: the second finds nothing left to do. Processes of an earlier version
    /// that have the store open notice at their next write, which fails with `storeTooNew`.
    ///
    /// Foreign keys are off meanwhile: dropping a table that is replaced would delete the rows that
    /// refer to it. SQLite ignores the setting inside a transaction, so it is made before.
    ///
    /// A migration reads and writes whole tables, which takes seconds for a large store. A store
    /// that is current costs one read.
    ///
    /// - Parameter writer: the connection that writes; not inside a transaction.
    /// - Throws: `TimelineError`: `storeTooNew`; `storageFailed` for a negative version.
    ///   `DatabaseError`.
    static func migrate(_ writer: any DatabaseWriter) throws {
        guard try !writer.read(isCurrent) else { return }
        try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            defer {
                // The store is not used after an error.
                try? database.execute(sql: "PRAGMA foreign_keys = ON")
            }
            try database.inTransaction(.immediate) {
                for migration in try pendingMigrations(database) {
                    try migration(database)
                }
                try database.execute(
                    sql: """
                        PRAGMA application_id = \(applicationID);
                        PRAGMA user_version = \(migrations.count);
                        """
                )
                return .commit
            }
        }
    }

    /// Whether a store has the newest version.
    ///
    /// - Throws: `TimelineError`: `storeTooNew`; `storageFailed` for a negative version.
    ///   `DatabaseError`.
    static func isCurrent(_ database: Database) throws -> Bool {
        try pendingMigrations(database).isEmpty
    }

    /// Checks that a file is a store, before a connection that can write opens it.
    ///
    /// Only the application ID counts, and for a file without one, its emptiness. A store of an
    /// earlier version passes; `migrate(_:)` updates it.
    ///
    /// - Parameters:
    ///   - database: a connection that only reads.
    ///   - path: the file, for the message of the error.
    /// - Throws: `TimelineError`: `notAStore` for another program's database; `storeTooNew`;
    ///   `storageFailed` for a negative version. `DatabaseError`.
    static func check(_ database: Database, at path: URL) throws {
        let owner = try Statement("PRAGMA application_id", in: database).first { $0.int64(0) }
        if owner != Int64(applicationID) {
            // An empty file is a store that is being created.
            let tables = try Statement("SELECT count(*) FROM sqlite_schema", in: database)
                .first { $0.int(0) }
            guard try owner == 0 && tables == 0 && version(database) == 0 else {
                throw TimelineError.notAStore(path.path)
            }
        }
        _ = try pendingMigrations(database)
    }

    /// Checks inside a write transaction that the store still has the version that this program
    /// writes.
    ///
    /// Another process may have migrated or replaced it since it was opened.
    ///
    /// Without this check, a program of version 6 could write into tables of version 7, and leave
    /// out the columns that it does not know. It costs one read of the file's header, which the
    /// transaction has in memory.
    ///
    /// - Throws: `TimelineError`: `storeTooNew`; `storageFailed` for an earlier version.
    ///   `DatabaseError`.
    static func checkCurrent(_ database: Database) throws {
        let version = try version(database)
        guard version != migrations.count else { return }
        if version > migrations.count { throw TimelineError.storeTooNew }
        throw TimelineError.storageFailed(
            StorageFailure(operation: StoreText.writing, reason: StoreText.replacedVersion)
        )
    }

    /// The `user_version` of the file: 0 for a new one.
    private static func version(_ database: Database) throws -> Int {
        try Statement("PRAGMA user_version", in: database).first { $0.int(0) } ?? 0
    }

    /// The migrations that a store has not run yet.
    ///
    /// - Throws: `TimelineError.storeTooNew`; `storageFailed` for a negative version.
    private static func pendingMigrations(
        _ database: Database
    ) throws -> ArraySlice<
        @Sendable (Database) throws -> Void
    > {
        let version = try version(database)
        guard version <= migrations.count else { throw TimelineError.storeTooNew }
        guard version >= 0 else {
            throw TimelineError.storageFailed(
                StorageFailure(
                    operation: StoreText.opening,
                    reason: StoreText.invalidVersion(version)
                )
            )
        }
        return migrations[version...]
    }
}
