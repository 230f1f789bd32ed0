import Foundation
import TimelineCore

/// The tables of a store, and the migrations between their versions, as described in
/// `Docs/Schema.md`.
///
/// A version consists of a number in SQLite's `user_version` and a function that migrates the
/// tables of the previous version. The functions of published versions never change. A store of an
/// earlier version runs all missing migrations in order, in one transaction. A migration may call
/// current code, such as the code that fills the search indexes, only if a later migration repairs
/// any differences that this code causes in old tables.
///
/// The schema states every invariant that SQL can express: lengths of IDs, ranges, references, and
/// pairs of columns that are `NULL` together. A program with a bug therefore fails with a
/// constraint error instead of storing invalid data. Decision 9 explains the choice of keys:
/// integers for users, and blobs for push IDs.
enum Schema {
    /// The `application_id` that marks a SQLite file as a Timeline store: "TMLN".
    static let applicationID: Int32 = 0x544d_4c4e

    /// The migrations, in order.
    ///
    /// A store with `user_version` n has run the first n migrations.
    ///
    /// A new version is appended here, and its number is the new count.
    private static let migrations: [@Sendable (Connection) throws -> Void] = [
        version1, version2, version3, version4, version5, version6, version7, version8,
        version9, version10,
    ]

    /// Migrates a store to the newest version, in one transaction.
    ///
    /// If the process is killed during the migration, the old version remains. If two processes
    /// migrate at the same time, the second waits and then finds nothing left to do. Processes of
    /// an earlier version that have the store open fail with `storeTooNew` at their next write.
    ///
    /// Foreign keys are off during the migration, because dropping a table that is being replaced
    /// would otherwise delete the rows that refer to it. SQLite ignores this setting inside a
    /// transaction, so it is changed beforehand.
    ///
    /// A migration reads and writes whole tables, which takes seconds for a large store. For a
    /// store that is already current, this method only performs one read.
    ///
    /// - Parameter connection: The connection for writing, outside any transaction.
    /// - Throws: `TimelineError.storeTooNew`, `TimelineError.storageFailed` for a negative version,
    ///   or `SQLiteError`.
    static func migrate(_ connection: Connection) throws {
        guard try !isCurrent(connection) else { return }
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer {
            // After an error, the caller does not use the store.
            try? connection.execute("PRAGMA foreign_keys = ON")
        }
        try connection.transaction(.immediate) {
            for migration in try pendingMigrations(connection) { try migration(connection) }
            try connection.execute(
                """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(migrations.count);
                """
            )
        }
    }

    /// Returns whether a store has the newest version.
    ///
    /// - Throws: `TimelineError.storeTooNew`, `TimelineError.storageFailed` for a negative version,
    ///   or `SQLiteError`.
    static func isCurrent(_ connection: Connection) throws -> Bool {
        try pendingMigrations(connection).isEmpty
    }

    /// Checks that a file is a store before a connection opens it for writing.
    ///
    /// The check examines the application ID, accepts an empty file without one, and rejects newer
    /// versions. It accepts a store of an earlier version, which `migrate(_:)` updates.
    ///
    /// - Parameters:
    ///   - connection: A read-only connection.
    ///   - path: The path of the file, for the error message.
    /// - Throws: `TimelineError.notAStore` for another program's database,
    ///   `TimelineError.storeTooNew`, `TimelineError.storageFailed` for a negative version, or
    ///   `SQLiteError`.
    static func check(_ connection: Connection, at path: URL) throws {
        let owner = try Statement("PRAGMA application_id", in: connection).first { $0.int64(0) }
        if owner != Int64(applicationID) {
            // An empty file is a store that is being created.
            let tables = try Statement("SELECT count(*) FROM sqlite_schema", in: connection)
                .first { $0.int(0) }
            guard try owner == 0 && tables == 0 && version(connection) == 0 else {
                throw TimelineError.notAStore(path.path)
            }
        }
        _ = try pendingMigrations(connection)
    }

    /// Checks, inside a write transaction, that the store still has the version that this program
    /// writes.
    ///
    /// Another process may have migrated or replaced the store since it was opened.
    ///
    /// Without this check, a program of version 6 could write to tables of version 7 and omit
    /// columns that it does not know. The check reads only the file's header, which is already in
    /// memory.
    ///
    /// - Throws: `TimelineError.storeTooNew`, `TimelineError.storageFailed` for an earlier version,
    ///   or `SQLiteError`.
    static func checkCurrent(_ connection: Connection) throws {
        let version = try version(connection)
        guard version != migrations.count else { return }
        if version > migrations.count { throw TimelineError.storeTooNew }
        throw TimelineError.storageFailed(
            StorageFailure(operation: StoreText.writing, reason: StoreText.replacedVersion)
        )
    }

    /// Returns the `user_version` of the file, which is 0 for a new file.
    private static func version(_ connection: Connection) throws -> Int {
        try Statement("PRAGMA user_version", in: connection).first { $0.int(0) } ?? 0
    }

    /// Returns the migrations that a store has not run yet.
    ///
    /// - Throws: `TimelineError.storeTooNew`, or `TimelineError.storageFailed` for a negative
    ///   version.
    private static func pendingMigrations(
        _ connection: Connection
    ) throws -> ArraySlice<
        @Sendable (Connection) throws -> Void
    > {
        let version = try version(connection)
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
