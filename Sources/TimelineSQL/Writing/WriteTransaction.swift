package import TimelineCore

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
package struct WriteTransaction: Tables {
    /// The tables, for statements that do not need the state of the batch.
    let tables: SharedTables
    /// The facts about the store and the deferred writes of this batch.
    ///
    /// This is an object, so that all copies of this value share it.
    let batch: BatchState
    /// The batch that is applied, which determines the items that are treated as news.
    let source: ValidatedBatch

    package var connection: any SQLConnection { tables.connection }

    /// Creates a transaction and reads the state of the store that a batch needs (``BatchState``).
    ///
    /// - Parameters:
    ///   - connection: A connection inside a write transaction.
    ///   - source: The batch to apply, or an empty one, which treats all items as news.
    /// - Throws: A database error.
    package init(_ connection: any SQLConnection, applying source: ValidatedBatch = .empty) throws {
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

extension WriteTransaction {
    /// Writes a batch of records, and what follows from them.
    ///
    /// Call this method only once per transaction. Records may arrive in any order, more than once,
    /// and before the user or post to which they refer.
    ///
    /// Each record writes only its own rows. Counts, words, tags, mentions and the commit are shared
    /// by the whole batch, so a batch of thousands of records costs much less than thousands of
    /// batches.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - settle: Updates the shared data to match changes of private data before the epoch
    ///     advances, and returns whether there were any.
    /// - Throws: A database error.
    func write(
        _ records: [VerifiedRecord],
        settling settle: () throws -> Bool = { false }
    ) throws {
        let isEmpty = records.isEmpty && source.replacement == nil
        let newest = isEmpty ? nil : try add(records)
        guard try settle() || newest != nil else { return }
        try finish(newest: newest ?? .min)
    }

    /// Writes the texts, the counts and the counters of the store.
    ///
    /// Call this method once, at the end of the batch. It advances the epoch by one, to the arrival
    /// number of the batch, even if no record had any effect. If the records have changed, it replaces
    /// the token that identifies their state.
    ///
    /// - Parameter newest: The newest stamp in the batch.
    /// - Throws: A database error.
    func finish(newest: PushID = .min) throws {
        try writeTexts()
        try writeCounts()
        try tables.endBatch(
            arrival: batch.arrival,
            newest: newest,
            hasChangedRecords: batch.hasChangedRecords
        )
        if batch.hasRestoredDamagedRecords { try connection.clearCaches() }
    }

    /// Returns the row of a user with a profile, or `nil` if the user has no profile.
    ///
    /// A row is looked up only once per batch. A missing profile is not cached, because a later
    /// record in the batch may add it.
    func row(of user: User.ID) throws -> BatchState.UserRow? {
        if let row = batch.users[user] { return row }
        let row = try statement(
            "SELECT id, arrival FROM user WHERE uuid = ? AND username IS NOT NULL"
        )
        .first(user) { BatchState.UserRow(id: $0.int64(0), arrival: $0.int(1)) }
        if let row { batch.users[user] = row }
        return row
    }
}

extension SharedTables {
    /// Raises the newest stamps of the given authors, even if their records had no effect.
    ///
    /// As a result, a device that has seen a stamp never mints it again. An author that the store
    /// does not contain receives a row without a profile, which queries do not return.
    ///
    /// - Parameter newest: A stamp of each author.
    /// - Throws: A database error.
    func raiseNewestStamps(to newest: [User.ID: PushID]) throws {
        let upsert = try statement(
            """
            INSERT INTO user (uuid, newest_stamp, username_precedence)
            VALUES (?1, ?2, \(PrivateTables.precedenceSQL(of: "?1")))
            ON CONFLICT (uuid) DO UPDATE SET newest_stamp = excluded.newest_stamp
            WHERE user.newest_stamp < excluded.newest_stamp
            """
        )
        for (author, stamp) in newest.sorted(by: { $0.key < $1.key }) {
            try upsert.run(author, stamp)
        }
    }
}
