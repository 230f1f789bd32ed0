import TimelineCore

/// A transaction that applies one batch of records.
///
/// The methods that write what each kind of record says are in extensions, in the folders of their
/// subjects. The surrounding database transaction makes the batch atomic. Counts and search indexes
/// are written at the end, because most records in a batch affect the same counts and indexes.
///
/// ## Order of a batch
/// 1. The initializer reads facts about the store (`BatchState`).
/// 2. `add(_:)` adds each record to the live ones, removes those that it replaces, and projects it:
///    writes what it says to the derived tables. Counts and texts are recorded in the batch.
/// 3. `finish(newest:)` writes words, tags, mentions and counts, and advances the epoch.
///
/// Every method that writes shared data must call `finish(newest:)` at the end or advance the epoch
/// itself. Otherwise, a cache of the previous epoch would lack the new rows.
///
/// The derived tables are a function of the live records and their arrivals, so the order in which
/// records arrive does not matter. A count changes only if a row was actually inserted or deleted.
///
/// A value of this type must not be used outside its database transaction, which has only one such
/// value. It must be used only on the writer's queue.
struct WriteTransaction: Tables {
    /// The tables, for statements that do not need the state of the batch.
    let tables: SharedTables
    /// The facts about the store and the deferred writes of this batch.
    ///
    /// This is an object, so that all copies of this value share it.
    let batch: BatchState
    /// The batch that is applied, which determines the items that are treated as news.
    let source: ValidatedBatch

    var connection: Connection { tables.connection }

    /// Creates a transaction and reads the state of the store that a batch needs (``BatchState``).
    ///
    /// - Parameters:
    ///   - connection: A connection inside a write transaction.
    ///   - source: The batch to apply, or an empty one, which treats all items as news.
    /// - Throws: `SQLiteError`.
    init(_ connection: Connection, applying source: ValidatedBatch = .empty) throws {
        tables = SharedTables(connection: connection)
        batch = try BatchState(tables)
        self.source = source
    }

    /// A reader of the tables in their current state within the batch.
    ///
    /// Counts do not include the batch's own changes until ``writeCounts()`` is called.
    ///
    /// Each access creates a new reader, so that it never returns counters of an earlier state.
    var reader: ReadTransaction { ReadTransaction(uncached: connection) }
}
