import TimelineCore
import TimelineSQLite

/// The repositories that a command has opened.
///
/// They are closed when the command ends.
final class OpenRepositories: Sendable {
    private let repositories = Lock<[SQLiteRepository]>([])

    /// Adds an open repository to the list.
    func add(_ repository: SQLiteRepository) {
        repositories.withLock { $0.append(repository) }
    }

    /// Checks that all repositories may stay open for longer than one command.
    ///
    /// - Throws: `TimelineError.storageFailed` if the disk of one was not writable when it was
    ///   opened.
    func requireLasting() throws {
        for repository in repositories.withLock(\.self) { try repository.requireLasting() }
    }

    /// Closes all repositories, so that each database is complete in a single file.
    func close() {
        let open = repositories.withLock { repositories in
            defer { repositories = [] }
            return repositories
        }
        for repository in open {
            // All changes are committed. If the write-ahead log cannot be merged, it remains next
            // to the database.
            try? repository.close()
        }
    }
}
