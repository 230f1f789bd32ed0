import CSQLite
import TimelineCore
import TimelineSQL

/// An error that SQLite reports, or that describes a wrong use of a connection.
///
/// Code distinguishes errors by ``primaryCode`` and ``code``, never by the message.
struct SQLiteError: Error, Hashable {
    /// The extended result code, such as `SQLITE_IOERR_FSYNC` (https://sqlite.org/rescode.html).
    let code: Int32
    /// The message, in English.
    let message: String
    /// The SQL of the statement that failed, if any.
    let sql: String?

    /// `SQLITE_ABORT_ROLLBACK`, which Swift does not import.
    static let abortRollback = SQLITE_ABORT | 2 << 8

    /// The primary result code, such as `SQLITE_IOERR`, which is the low byte of the extended one.
    var primaryCode: Int32 { code & 0xFF }

    /// Whether a value is one that the schema, a column or SQLite itself cannot hold.
    ///
    /// The same write fails again, in any store of this version.
    var isViolation: Bool {
        [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(primaryCode)
    }

    /// Whether tables are damaged or missing, unlike a disk or a lock that hinders SQLite.
    var isOfDamage: Bool { [SQLITE_CORRUPT, SQLITE_ERROR].contains(primaryCode) }

    /// Creates an error with a message of our own.
    init(_ code: Int32, _ message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// Creates an error with SQLite's message for the last call on a connection.
    ///
    /// - Parameters:
    ///   - code: The result code.
    ///   - connection: The connection, or `nil` if SQLite could not create it.
    ///   - sql: The SQL of the statement.
    init(_ code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
        let message = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        self.init(code, message.map { String(cString: $0) } ?? "", sql: sql)
    }

    /// Throws the error of a failed call, whose result code the connection has just returned.
    static func check(_ code: Int32, of connection: OpaquePointer?) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    }
}

/// Runs `body` and translates SQLite errors into `TimelineError`.
///
/// The translation depends only on result codes, never on messages. Errors from TimelineCore, such
/// as those thrown by a draft, are passed on unchanged.
///
/// | SQLite | `TimelineError` |
/// |---|---|
/// | `SQLITE_BUSY`, `SQLITE_LOCKED` | `storageBusy` |
/// | `SQLITE_READONLY` | `storageReadOnly` |
/// | `SQLITE_FULL` | `storageFailed`: the disk is full |
/// | all others, and undecodable JSON | `storageFailed` with the message |
///
/// - Parameters:
///   - operation: The start of the error message, such as "Reading the store".
///   - body: A closure that reads or writes the database.
/// - Returns: The result of `body`.
/// - Throws: `TimelineError`, or any error thrown by `body` that is neither a database error nor a
///   decoding error.
func translatingErrors<Result>(_ operation: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as SQLiteError {
        switch error.primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: throw TimelineError.storageBusy
        case SQLITE_READONLY: throw TimelineError.storageReadOnly
        case SQLITE_FULL: throw TimelineError.diskFull(operation)
        default:
            throw TimelineError.storageFailed(
                StorageError(operation: operation, reason: error.message)
            )
        }
    } catch let error as DatabaseFault {
        throw TimelineError.storageFailed(
            StorageError(operation: operation, reason: error.message)
        )
    } catch let error as DecodingError {
        throw TimelineError.storageFailed(
            StorageError(operation: operation, reason: StoreText.unreadable(error))
        )
    }
}

extension TimelineError {
    /// Returns the error for an operation that failed because the disk is full.
    static func diskFull(_ operation: String) -> TimelineError {
        .storageFailed(
            StorageError(operation: operation, reason: StoreText.diskFull, isDiskFull: true)
        )
    }
}
