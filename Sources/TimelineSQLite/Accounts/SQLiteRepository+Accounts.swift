public import TimelineCore

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocols document each.
extension SQLiteRepository {
    public func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        try readingTables { try query($0, SQLiteAccounts(tables: $0)) }
    }

    public func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writing { database in
            let social = SQLiteSocial(database: database)
            return try update(social, SQLiteAccounts(tables: social))
        }
    }

    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try writingIfPossible { database in
            let social = SQLiteSocial(database: database)
            try update(social, SQLiteAccounts(tables: social))
        }
    }

    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try writing { database in
            let social = SQLiteSocial(database: database)
            let accounts = SQLiteAccounts(tables: social)
            return try social.apply { try draft($0, accounts) }
        }
    }

    @discardableResult
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        try writing { database in
            let tables = SQLiteSocial(database: database)
            try tables.endReadPositions(at: environment.present)
            return try tables.moveToPresent(user, newerThan: limit, environment)
        }
    }
}
