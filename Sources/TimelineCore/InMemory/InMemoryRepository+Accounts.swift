// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocol documents these methods.
extension InMemoryRepository {
    public func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        let (social, accounts) = social.withLock { social in
            (social, self.accounts.withLock { $0 })
        }
        return try query(social, AccountTransaction(accounts))
    }

    public func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                let answer = try update(social, transaction)
                accounts = transaction.state
                return answer
            }
        }
    }

    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try writeAccounts(update)
    }

    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                let changes = try social.apply { try draft($0, transaction) }
                accounts = transaction.state
                return changes
            }
        }
    }
}
