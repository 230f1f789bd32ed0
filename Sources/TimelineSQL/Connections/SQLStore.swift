/// A store whose tables are in a database, as the statements that all databases share see it.
package protocol SQLStore: Sendable {
    /// The kind of the database.
    var dialect: SQLDialect { get }

    /// Runs a closure in a transaction that writes, which may run more than once.
    ///
    /// - Throws: Any error thrown by `update`, or `TimelineError`.
    func writing<Result>(_ update: (any SQLConnection) throws -> Result) throws -> Result

    /// Opens an empty database in SQLite, in which the tables of this store have the prefix `store`.
    ///
    /// For a store in PostgreSQL, these are copies, as `StoreCopy.runForDoctor()` makes them.
    ///
    /// - Throws: A database error.
    func openScratch() throws -> any SQLConnection

    /// Translates the errors of the database.
    ///
    /// - Parameters:
    ///   - operation: What `body` does.
    ///   - body: A closure that uses the database.
    /// - Returns: The result of `body`.
    /// - Throws: `TimelineError`, or any other error thrown by `body`.
    func translatingDatabaseErrors<Result>(
        _ operation: StoreOperation,
        _ body: () throws -> Result
    ) throws -> Result

    /// Returns the statements that create a damaged index again, without its rows.
    func statementsCreatingAgain(_ index: String) throws -> String
}

/// What a transaction does with a store, for messages.
package enum StoreOperation: Sendable {
    /// Reading the store.
    case reading
    /// Writing to the store.
    case writing
}
