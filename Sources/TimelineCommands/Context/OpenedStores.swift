import TimelineCore
import TimelineSQLite

/// The stores that a command has opened, to be closed when it ends.
final class OpenedStores: Sendable {
    private let repositories = Lock<[SQLiteRepository]>([])

    /// Adds a store that was opened.
    func add(_ repository: SQLiteRepository) {
        repositories.withLock { $0.append(repository) }
    }

    /// Closes all stores, so that each database is complete in one file.
    func close() {
        let opened = repositories.withLock { repositories in
            defer { repositories = [] }
            return repositories
        }
        for repository in opened {
            // Everything is committed: a log that cannot be copied stays beside the database.
            try? repository.close()
        }
    }
}
