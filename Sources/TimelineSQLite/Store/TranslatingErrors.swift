import GRDB
import TimelineCore

/// Runs `body` and translates SQLite's errors to Timeline's.
///
/// Result codes decide, never texts. Errors of Core, such as those of a draft, pass unchanged.
///
/// | SQLite | `TimelineError` |
/// |---|---|
/// | `SQLITE_BUSY`, `SQLITE_LOCKED` | `storageBusy` |
/// | `SQLITE_READONLY_DBMOVED` | `storageFailed`: the file was moved or replaced |
/// | `SQLITE_READONLY` | `storageReadOnly` |
/// | all others, and undecodable JSON | `storageFailed` with the message |
///
/// - Parameters:
///   - operation: the start of the error message, such as "Reading the store".
///   - body: reads or writes the database.
/// - Returns: the result of `body`.
/// - Throws: `TimelineError`; errors of `body` that are neither SQLite's nor the decoder's.
func translatingErrors<Answer>(_ operation: String, _ body: () throws -> Answer) throws -> Answer {
    do {
        return try body()
    } catch DatabaseError.SQLITE_BUSY, DatabaseError.SQLITE_LOCKED {
        throw TimelineError.storageBusy
    } catch DatabaseError.SQLITE_READONLY_DBMOVED {
        throw TimelineError.storageFailed(
            StorageFailure(operation: operation, reason: StoreText.replacedFile)
        )
    } catch DatabaseError.SQLITE_READONLY {
        throw TimelineError.storageReadOnly
    } catch let error as DecodingError {
        throw TimelineError.storageFailed(
            StorageFailure(operation: operation, reason: StoreText.unreadable(error))
        )
    } catch let error as DatabaseError {
        let reason = error.message ?? error.resultCode.description
        throw TimelineError.storageFailed(StorageFailure(operation: operation, reason: reason))
    }
}
