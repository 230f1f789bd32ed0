import Foundation

/// The session of a logged-in user: performs everything that the user may do, until the session
/// ends.
///
/// Each call checks the session inside its own transaction. Once the session is revoked or expired,
/// or its user is deleted, calls and observations throw ``TimelineError/notLoggedIn``.
///
/// ```swift
/// let post = try await session.post([PhotoFile(content: jpeg)], caption: "Two suns")
/// try await session.like(post.id)
/// ```
public struct UserSession: Principal {
    /// The store, with the session as the identity.
    public let authority: Authority
    /// The user's ID, which no rename changes.
    public let userID: User.ID

    init(of user: User.ID, credential: Credential, engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: credential)
        userID = user
    }

    /// The ID of this session's record; `nil` if the store's owner acts for the user.
    public var id: Session.ID? { credential.session }
}

extension UserSession {
    /// Reads one snapshot of shared and private data in the lane for reads.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `query`.
    func readAccounts<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader, User.ID) throws -> Answer
    ) async throws -> Answer {
        try await engine.reads.run {
            try engine.repository.read { social, accounts in
                try query(social, accounts, requireUser(social, accounts))
            }
        }
    }

    /// Checks the session inside a snapshot or transaction, and returns its user.
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
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `update`. Then nothing was written.
    func writeAccounts<Answer: Sendable>(
        _ update: @escaping @Sendable (any AccountWriter, User.ID) throws -> Answer
    ) async throws -> Answer {
        try await engine.writes.run {
            try engine.repository.writeAccounts { social, accounts in
                try update(accounts, requireUser(social, accounts))
            }
        }
    }

    /// Makes one change as this user, minted and validated inside the transaction.
    ///
    /// - Parameter action: returns the action, given the state inside the transaction; `nil` for no
    ///   change.
    /// - Returns: the stamp of the change; `nil` without one.
    /// - Throws: ``TimelineError/notLoggedIn``; the error of `action`; the error of an invalid
    ///   value; a failure of storage.
    @discardableResult
    func change(
        _ action: @escaping @Sendable (any SocialReader, User.ID) throws -> Change.Action?
    ) async throws -> PushID? {
        try await engine.writes.run { try apply(action).first?.stamp }
    }

    /// Makes one change as this user, like ``change(_:)``, but blocks.
    @discardableResult
    func apply(
        _ action: (any SocialReader, User.ID) throws -> Change.Action?
    ) throws -> [Change] {
        try engine.repository.apply { social, accounts in
            try drafted(social, accounts, action)
        }
    }

    /// Reads the result of a change after its commit.
    ///
    /// Since the change has succeeded, this read ignores full queues and cancellation: on an error,
    /// the caller would make the change again.
    func readBack<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Answer
    ) async throws -> Answer {
        let reading = Task { [engine] in
            try await engine.reads.lane.run { try engine.repository.read(query) }
        }
        return try await reading.value
    }

    /// Mints and validates this user's change inside a transaction; the batch is empty when
    /// `action` returns `nil`.
    func drafted(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        _ action: (any SocialReader, User.ID) throws -> Change.Action?
    ) throws -> CheckedBatch {
        let user = try requireUser(social, accounts)
        return try engine.batch(by: user, social) { try action($0, user) }
    }
}
