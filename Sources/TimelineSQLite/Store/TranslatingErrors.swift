import CSQLite
import TimelineCore

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
