import Foundation
import TimelineCore

/// The tables of a store, as described in `Docs/Schema.md`.
///
/// The schema states every invariant that SQL can express: lengths of IDs, ranges, references, and
/// pairs of columns that are `NULL` together. A program with a bug therefore fails with a
/// constraint error instead of storing invalid data. Decision 9 explains the choice of keys:
/// integers for users, and blobs for push IDs.
enum Schema {
    /// The `application_id` that marks a SQLite file as a Timeline store: "TMLN".
    static let applicationID = 0x544d_4c4e

    /// The version of the tables, in SQLite's `user_version`.
    ///
    /// Until the first release, each change of the tables raises it, so that programs refuse each
    /// other's stores. Nothing converts the tables of another version.
    static let version = 13

    /// Creates all tables in an empty database, in one transaction.
    ///
    /// - Throws: `SQLiteError`.
    static func create(in connection: Connection) throws {
        try connection.transaction(.immediate) {
            try connection.execute(
                derived + records + clock + localUsers + privateTables + """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(version);
                    """
            )
        }
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
            StorageFailure(operation: operation, reason: StoreText.invalidVersion(found))
        )
    }

    /// Returns a number in the header of the file.
    private static func number(_ name: String, in connection: Connection) throws -> Int {
        try Statement("PRAGMA \(name)", in: connection).first { $0.int(0) } ?? 0
    }
}
