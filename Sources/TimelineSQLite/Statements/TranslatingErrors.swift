import GRDB
import TimelineCore

/// Runs `body` and turns SQLite's errors into those of Timeline.
func translatingErrors<Answer>(_ operation: String, _ body: () throws -> Answer) throws -> Answer {
    do {
        return try body()
    } catch DatabaseError.SQLITE_BUSY, DatabaseError.SQLITE_LOCKED {
        throw TimelineError.storageBusy
    } catch DatabaseError.SQLITE_READONLY_DBMOVED {
        throw TimelineError.storageFailed(
            StorageFailure(
                operation: operation,
                reason: "its file was moved or replaced; open it again"
            )
        )
    } catch DatabaseError.SQLITE_READONLY {
        throw TimelineError.storageReadOnly
    } catch let error as DecodingError {
        throw TimelineError.storageFailed(
            StorageFailure(operation: operation, reason: "what is kept cannot be read: \(error)")
        )
    } catch let error as DatabaseError {
        let reason = error.message ?? error.resultCode.description
        throw TimelineError.storageFailed(StorageFailure(operation: operation, reason: reason))
    }
}
