import GRDB
public import TimelineCore

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocols document each.
extension SQLiteRepository {
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try readTransaction(query)
    }

    public func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        try readTransaction { try query($0, PrivateTables(database: $0.database)) }
    }

    public func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writing { database in
            try update(ReadTransaction(uncached: database), PrivateTables(database: database))
        }
    }

    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try writingIfPossible { database in
            try update(ReadTransaction(uncached: database), PrivateTables(database: database))
        }
    }

    @discardableResult
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try apply { reader, _ in try draft(reader) }
    }

    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try writing { database in
            let reader = ReadTransaction(uncached: database)
            let batch = try draft(reader, PrivateTables(database: database))
            guard !batch.changes.isEmpty else { return [] }
            try WriteTransaction(database, oldestNews: batch.oldestNews).apply(batch.changes)
            return batch.changes
        }
    }

    public func purgeRemovedUsers(limit: Int) throws -> [BlobID]? {
        try writing { database in
            let transaction = try WriteTransaction(database)
            guard let blobs = try transaction.purgeRemovedUsers(limit: limit) else { return nil }
            try transaction.finish()
            return blobs
        }
    }

    @discardableResult
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        try writing { database in
            try PrivateTables(database: database).truncateReadPositions(to: environment.present)
            return try WriteTransaction(database)
                .moveToPresent(user, newerThan: limit, environment)
        }
    }
}
