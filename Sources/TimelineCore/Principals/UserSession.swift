import Foundation

/// A user who has logged in: does everything that this user may do, until the session ends.
///
/// Each call checks the session inside its own transaction: once it is revoked, expired, or its account
/// deleted, calls throw ``TimelineError/notLoggedIn`` and observations end.
///
/// ```swift
/// let post = try await session.post([PhotoFile(content: jpeg)], caption: "Two suns")
/// try await session.like(post.id)
/// ```
public struct UserSession: Principal {
    /// The store, and the session as identity.
    public let authority: Authority
    /// The user's ID, which no rename changes.
    public let userID: User.ID

    init(of user: User.ID, credential: Credential, engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: credential)
        userID = user
    }

    /// The record of this session among ``sessions()``; `nil` where the store's owner acts for the user.
    public var id: Session.ID? { credential.session }
}

extension UserSession {
    /// Reads one snapshot of shared and private data on a Dispatch thread.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `query`.
    func readAccounts<Answer: Sendable>(
        _ query: @escaping @Sendable (any AccountReader, User.ID) throws -> Answer
    ) async throws -> Answer {
        try await engine.reads.run {
            try engine.repository.read { social, accounts in
                try query(accounts, requireUser(social, accounts))
            }
        }
    }

    /// Checks the session inside a snapshot or a transaction, and returns its user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    func requireUser(
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> User.ID {
        try credential.requireUser(social, accounts, at: engine.environment.now())
    }

    /// Writes private data in one transaction on a Dispatch thread.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `update`; then nothing was written.
    func writeAccounts<Answer: Sendable>(
        _ update: @escaping @Sendable (any AccountWriter, User.ID) throws -> Answer
    ) async throws -> Answer {
        try await engine.writes.run {
            try engine.repository.writeAccounts { social, accounts in
                try update(accounts, requireUser(social, accounts))
            }
        }
    }

    /// Makes one change as this user: minted and checked inside the transaction.
    ///
    /// - Parameter action: the action to apply, given the store; `nil` when nothing has to change.
    /// - Returns: the stamp of the change, `nil` without one.
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `action`; the error of a value that is not
    ///   allowed; a failure of storage.
    @discardableResult
    func change(
        _ action: @escaping @Sendable (any SocialReader, User.ID) throws -> Change.Action?
    ) async throws -> PushID? {
        try await engine.writes.run { try apply(action).first?.stamp }
    }

    /// Makes one change as this user, like ``change(_:)``; blocks.
    @discardableResult
    func apply(
        _ action: (any SocialReader, User.ID) throws -> Change.Action?
    ) throws -> [Change] {
        try engine.repository.apply { social, accounts in
            try drafted(social, accounts, action)
        }
    }

    /// Reads what a change of this user has become, after its commit.
    ///
    /// The call has succeeded, so this is neither refused nor cancelled: a caller who got an error would
    /// make the change once more.
    func readBack<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Answer
    ) async throws -> Answer {
        let reading = Task { [engine] in
            try await engine.reads.lane.run { try engine.repository.read(query) }
        }
        return try await reading.value
    }

    /// The batch that this user makes inside a transaction, given the store; empty when nothing has to change.
    func drafted(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        _ action: (any SocialReader, User.ID) throws -> Change.Action?
    ) throws -> CheckedBatch {
        let user = try requireUser(social, accounts)
        return try engine.batch(by: user, social) { try action($0, user) }
    }
}
