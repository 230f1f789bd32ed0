package import TimelineCore

/// A store that a copy fills, and that nobody else uses before it is complete.
package protocol StoreDraft {
    /// A connection to the draft, outside a transaction.
    var connection: any SQLConnection { get }

    /// Appends rows to a table, in one transaction.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - columns: The columns that each row fills, with their types in the draft.
    ///   - rows: A closure that passes each row to the closure that it receives. It must not use the
    ///     draft.
    /// - Throws: Any error thrown by `rows`, or a database error.
    func append(
        to table: String,
        _ columns: [TableColumn],
        rows: (_ add: (any StatementArgument) throws -> Void) throws -> Void
    ) throws

    /// Makes the draft a store, on disk before this method returns.
    ///
    /// - Throws: ``MoveError/targetNotEmpty`` if another store has been created there in the meantime,
    ///   or a database error.
    func publish(_ clock: StoreClock) throws
}

/// The numbers of a store from which the next ones follow.
package struct StoreClock: Sendable {
    /// The arrival number of the newest batch.
    package let epoch: Int
    /// The newest stamp of all users.
    package let newest: PushID
}

/// A store whose contents can be copied.
package protocol MovableStore: Repository {
    /// Runs a closure that reads one snapshot, for any length of time.
    ///
    /// - Throws: Any error thrown by `body`, or `TimelineError`.
    func snapshot<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result

    /// Runs a closure that reads the store, to which nobody can write in the meantime.
    ///
    /// - Throws: Any error thrown by `body`, or `TimelineError`.
    func holding<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result
}

/// A place for a store.
package protocol StoreTarget: Sendable {
    /// Returns what the store there contains, or `nil` if there is none, or an empty one.
    ///
    /// - Throws: ``MoveError/targetNotEmpty`` if anything but an unfinished move is there, or
    ///   `TimelineError`.
    func manifest() throws -> StoreManifest?

    /// Creates a draft, or continues the one with the same contents that an earlier move has left.
    ///
    /// Drafts with other contents are deleted.
    ///
    /// - Parameters:
    ///   - fingerprint: The fingerprint of what the draft will contain.
    ///   - body: A closure that fills and publishes the draft.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, `TimelineError.storageBusy` if another move is running, or
    ///   another `TimelineError`.
    func drafting<Result>(
        _ fingerprint: String,
        _ body: (any StoreDraft) throws -> Result
    ) throws -> Result
}

/// The reason why a store was not moved.
package enum MoveError: Error, Hashable {
    /// The target contains another store, or other files.
    case targetNotEmpty
    /// The copy differs from the store in some tables.
    case copyDiffers([String])
    /// The target lacks some photos that have been stored there.
    case photosMissing(Int)
}
