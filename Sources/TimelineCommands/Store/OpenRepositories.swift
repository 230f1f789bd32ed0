import TimelineCore
import TimelineSQLite

/// The repositories that a command has opened, to be closed when it ends.
final class OpenRepositories: Sendable {
    private let repositories = Lock<[SQLiteRepository]>([])

    /// Adds an open repository.
    func add(_ repository: SQLiteRepository) {
        repositories.withLock { $0.append(repository) }
    }

    /// Closes all repositories, so that each database is complete in one file.
    func close() {
        let open = repositories.withLock { repositories in
            defer { repositories = [] }
            return repositories
        }
        for repository in open {
            // Everything is committed; a log that cannot be copied remains beside the database.
            try? repository.close()
        }
    }
}
