public import Foundation
public import TimelineCore
import TimelineSQLite

/// Where a repository under test keeps what it knows.
public enum Storage: String, CaseIterable, Sendable {
    /// In dictionaries.
    case inMemory
    /// In SQLite without a file.
    case sqliteInMemory
    /// In SQLite's file, in a folder of its own.
    case sqliteFile

    /// Makes an empty repository.
    public func makeRepository() throws -> any Repository {
        switch self {
        case .inMemory: InMemoryRepository()
        case .sqliteInMemory: try SQLiteRepository()
        case .sqliteFile: try Self.open(try TemporaryFolder.makeFile())
        }
    }

    /// Opens the repository in a file, again or for the first time.
    public static func open(_ file: URL) throws -> any Repository {
        try SQLiteRepository(file: file)
    }
}
