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
                if social.settle(accounts) { social.commitCount += 1 }
                return answer
            }
        }
    }

    @discardableResult
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try writeAccounts(update)
        return true
    }

    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                let epoch = social.commitCount
                let changes = try social.apply { try draft($0, transaction) }
                accounts = transaction.state
                if social.settle(accounts) { social.commitCount = epoch + 1 }
                return changes
            }
        }
    }
}

extension SocialState {
    /// Adapts the shared data to the private data, and returns whether anything changed.
    mutating func settle(_ accounts: AccountState) -> Bool {
        let localUsers = Set(accounts.accounts.keys)
        guard
            localUsers != self.localUsers || accounts.muted != muted || accounts.blocks != blocks
        else { return false }
        (self.localUsers, muted, blocks) = (localUsers, accounts.muted, accounts.blocks)
        return true
    }
}
