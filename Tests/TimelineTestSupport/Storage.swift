package import Foundation
package import TimelineCore
import TimelineSQLite

/// A kind of repository under test.
package enum Storage: String, CaseIterable, Sendable {
    /// A repository in memory, based on Swift dictionaries.
    case inMemory
    /// An in-memory SQLite database.
    case sqliteInMemory
    /// A SQLite file in a separate folder.
    case sqliteFile

    /// Creates an empty repository.
    package func makeRepository() throws -> any Repository {
        switch self {
        case .inMemory: InMemoryRepository()
        case .sqliteInMemory: try SQLiteRepository()
        case .sqliteFile: try Self.open(try TemporaryFolder.makeFile())
        }
    }

    /// Opens the repository in a file and creates the file if it is missing.
    package static func open(_ file: URL) throws -> any Repository {
        try SQLiteRepository(file: file)
    }
}
