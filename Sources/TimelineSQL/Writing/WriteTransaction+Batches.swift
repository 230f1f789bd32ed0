package import TimelineCore

extension WriteTransaction {
    /// Runs a draft, and applies its batch together with the private data that it writes.
    ///
    /// Only a batch with a record that violates a constraint is applied record by record.
    ///
    /// - Parameters:
    ///   - connection: A connection inside a write transaction.
    ///   - draft: A closure that reads both kinds of data, writes private data, and returns the
    ///     batch.
    ///   - reject: A closure that writes private data about the records that were left out. Without
    ///     it, a record that violates a constraint is an error.
    /// - Returns: The records of the batch.
    /// - Throws: Any error thrown by `draft` or `reject`, or a database error.
    package static func apply(
        on connection: any SQLConnection,
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        let reader = ReadTransaction(uncached: connection)
        let accounts = PrivateTables(connection: connection)
        let batch = try draft(reader, accounts)
        guard !batch.isEmpty || !accounts.changes.isEmpty else { return [] }
        guard let reject else {
            try write(batch, settling: accounts, on: connection)
            return batch.records
        }
        let rejected = try writeStorable(batch, settling: accounts, on: connection)
        if !rejected.isEmpty { try reject(rejected, accounts) }
        return batch.records
    }

    /// Deletes posts and comments left behind by deleted accounts.
    ///
    /// - Parameters:
    ///   - connection: A connection inside a write transaction.
    ///   - limit: The maximum number of posts and comments to delete. Values below 1 delete
    ///     nothing.
    /// - Returns: The blobs that the deleted posts referenced, or `nil` if nothing was left.
    /// - Throws: A database error.
    package static func purgeDeletedAccounts(
        on connection: any SQLConnection,
        limit: Int
    ) throws -> [BlobID]? {
        let transaction = try WriteTransaction(connection)
        guard let blobs = try transaction.purgeDeletedAccounts(limit: limit) else { return nil }
        if limit > 0 { try transaction.finish() }
        return blobs
    }

    /// Removes some of the records in a user's scope, along with the data from these records.
    ///
    /// - Parameters:
    ///   - user: The user of the scope, who has no account.
    ///   - users: The users that the user continues to follow.
    ///   - limit: The maximum number of records to remove.
    ///   - connection: A connection inside a write transaction.
    /// - Returns: The blobs that the records referenced, or `nil` if nothing was left to remove.
    /// - Throws: A database error.
    package static func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [BlobID]? {
        let transaction = try WriteTransaction(connection)
        let blobs = try transaction.forget(user, keepingFollowsOf: users, limit: limit)
        guard let blobs else { return nil }
        try transaction.finish()
        return blobs
    }

    /// Writes a batch and the private data of its transaction.
    private static func write(
        _ batch: ValidatedBatch,
        settling accounts: PrivateTables,
        on connection: any SQLConnection
    ) throws {
        try foresee(batch, on: connection)
        let transaction = try WriteTransaction(connection, applying: batch)
        try transaction.write(batch.records) { try transaction.settle(accounts) }
    }

    /// Asks at once what writing a batch asks before its first write, if a question takes long.
    private static func foresee(
        _ batch: ValidatedBatch,
        on connection: any SQLConnection
    ) throws {
        guard let memory = connection.memory, !batch.records.isEmpty else { return }
        let recorder = StatementRecorder(memory)
        recorder.note {
            let transaction = try WriteTransaction(recorder, applying: batch)
            for record in inOrder(batch.records).prefix(foreseenRecordCount) {
                try transaction.ask(about: record)
            }
        }
        try connection.foresee(recorder.statements)
    }

    /// The number of records about which the questions are asked at once.
    private static let foreseenRecordCount = 16

    /// Writes a batch without the records that violate a constraint, and returns these records.
    ///
    /// The facts of a `BatchState` do not survive a rollback, so each record of a batch that fails
    /// is written by a transaction of its own.
    private static func writeStorable(
        _ batch: ValidatedBatch,
        settling accounts: PrivateTables,
        on connection: any SQLConnection
    ) throws -> [VerifiedRecord] {
        let isWritten = try connection.undoingViolation {
            try write(batch, settling: accounts, on: connection)
        }
        if isWritten { return [] }
        var row: Int64?
        let rejected = try inOrder(batch.records)
            .filter { record in
                try !connection.undoingViolation {
                    let transaction = try WriteTransaction(connection, applying: batch)
                    // In SQLite, each has an arrival number of its own.
                    let first = BatchState.firstRecordRow(ofArrival: transaction.batch.arrival)
                    transaction.batch.nextRecordRow = row.map { max($0, first) }
                    try transaction.write([record])
                    row = transaction.batch.nextRecordRow
                }
            }
        let transaction = try WriteTransaction(connection, applying: batch)
        try transaction.write([]) { try transaction.settle(accounts) }
        return rejected
    }

    /// Updates the shared data to match the changes of private data in the same transaction, such
    /// as added and deleted accounts.
    ///
    /// Call this method after the batch has added the users of new accounts.
    ///
    /// - Returns: Whether the transaction has changed any private data that affects shared data.
    private func settle(_ accounts: PrivateTables) throws -> Bool {
        try updateLocalUsers(of: accounts.changes.accounts) { user in
            try accounts.account(of: user) != nil
        }
        return !accounts.changes.isEmpty
    }
}
