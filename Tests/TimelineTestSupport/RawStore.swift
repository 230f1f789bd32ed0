public import Foundation
import GRDB

/// A store's SQLite file, accessed without TimelineSQLite and its rules.
public struct RawStore {
    private let queue: DatabaseQueue

    /// Opens a file and creates it if it is missing.
    public init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        // Tests may hold the write lock across several calls.
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Runs SQL statements.
    public func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Overwrites the database with another one, like the `.restore` command of SQLite's shell.
    public func restore(from file: URL) throws {
        try RawStore(file).queue.backup(to: queue)
    }

    /// Runs `body` while this connection holds the write lock.
    public func whileLocked(_ body: () throws -> Void) throws {
        try queue.write { _ in try body() }
    }

    /// Returns the first column of the first row as text.
    public func text(_ sql: String) throws -> String? {
        try queue.read { try String.fetchOne($0, sql: sql) }
    }

    /// Returns the first column of the first row as a number.
    public func number(_ sql: String) throws -> Int? {
        try queue.read { try Int.fetchOne($0, sql: sql) }
    }
}

extension RawStore {
    /// Makes all subsequent insertions into a table fail, as on a full disk.
    public func refuseInserts(into table: String) throws {
        try execute(
            """
            CREATE TRIGGER refuse_\(table) BEFORE INSERT ON \(table)
            BEGIN SELECT RAISE(ABORT, 'refused by the test'); END
            """
        )
    }
}
