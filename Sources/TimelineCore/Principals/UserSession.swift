import Foundation

/// A logged-in user's session, which grants the user's permissions until it ends.
///
/// Each call checks the session inside its own transaction. Once the session is revoked or expires,
/// or its user is deleted, calls and observations throw ``TimelineError/notLoggedIn``.
///
/// ```swift
/// let post = try await session.post([PhotoFile(content: jpeg)], caption: "Two suns")
/// try await session.like(post.id)
/// ```
public struct UserSession: Principal {
    /// The store, with the session as the identity.
    public let authority: Authority
    /// The user's ID, which stays the same when the user is renamed.
    public let userID: User.ID

    init(of user: User.ID, credential: Credential, engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: credential)
        userID = user
    }

    /// The ID of this session, or `nil` if the store's owner acts for the user.
    public var id: Session.ID? { credential.session }
}

extension UserSession {
    /// Runs a query on one snapshot of shared and private data as this session's user, using the
    /// read queue.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or any error thrown by
    ///   `query`.
    func read<Result: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader, User.ID) throws -> Result
    ) async throws -> Result {
        try await engine.reads.run { [authority] in try authority.userSnapshot(query) }
    }

    /// Checks the session inside a snapshot or transaction, and returns its user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended.
    func requireUser(
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> User.ID {
        try credential.requireUser(social, accounts, at: engine.environment.now())
    }

    /// Writes private data in one transaction, using the write queue.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, any error thrown by
    ///   `update`, or a storage error. In each case, nothing is written.
    func writeAccounts<Result: Sendable>(
        _ update: @escaping @Sendable (any AccountWriter, User.ID) throws -> Result
    ) async throws -> Result {
        try await engine.writes.run {
            try engine.repository.writeAccounts { social, accounts in
                try update(accounts, requireUser(social, accounts))
            }
        }
    }

    /// Says one thing as this user.
    ///
    /// The record is minted and signed inside the transaction.
    ///
    /// - Parameter draft: Returns the intent, given the state inside the transaction, or `nil` to
    ///   say nothing.
    /// - Returns: The stamp of the record, or `nil` if there is none.
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, any error thrown by
    ///   `draft`, the ``TimelineError`` for an invalid value, or a storage error.
    @discardableResult
    func say(
        _ draft: @escaping @Sendable (any SocialReader, User.ID) throws -> Intent?
    ) async throws -> PushID? {
        try await engine.writes.run { try commit(draft).first?.stamp }
    }

    /// Commits the record of one intent of this user, like ``say(_:)``.
    ///
    /// This call blocks.
    @discardableResult
    func commit(
        _ draft: (any SocialReader, User.ID) throws -> Intent?
    ) throws -> [VerifiedRecord] {
        try engine.repository.apply { social, accounts in
            try drafted(social, accounts, draft)
        }
    }

    /// Reads the result of a write after the commit.
    ///
    /// The write has already succeeded, so this read ignores full queues and cancellation. If the
    /// read failed, the caller might repeat the write.
    ///
    /// - Parameters:
    ///   - showsHidden: Whether the read includes the users that a block hides.
    ///   - query: The query.
    /// - Returns: The result of `query`.
    /// - Throws: Any error thrown by `query`.
    func readBack<Result: Sendable>(
        showingHidden showsHidden: Bool = false,
        _ query: @escaping @Sendable (any SocialReader) throws -> Result
    ) async throws -> Result {
        let reading = Task { [engine, userID] in
            try await engine.reads.lane.run {
                try engine.repository.read { social in
                    try query(showsHidden ? social : social.visible(to: userID))
                }
            }
        }
        return try await reading.value
    }

    /// Mints the records of this user's intent inside a transaction.
    ///
    /// If `draft` returns `nil`, the batch is empty.
    func drafted(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        _ draft: (any SocialReader, User.ID) throws -> Intent?
    ) throws -> ValidatedBatch {
        let user = try requireUser(social, accounts)
        return try engine.batch(by: user, in: social, accounts) { try draft($0, user) }
    }
}

extension UserSession {
    /// Stores pictures, then says something that references them.
    ///
    /// The blobs are on disk before the record is committed, and stay reserved until then. If it
    /// is rejected, orphaned blobs are removed.
    ///
    /// - Parameters:
    ///   - sources: The pictures.
    ///   - draft: Returns the intent, given the photos.
    /// - Returns: The stamp of the record, or `nil` if `draft` returned `nil`.
    /// - Throws: Any error thrown by `draft`, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/busy`` or a storage error.
    func say(
        reading sources: [PhotoSource],
        _ draft:
            @escaping @Sendable ([Photo], any SocialReader, User.ID) throws -> Intent?
    ) async throws -> PushID? {
        try await engine
            .keeping(reading: sources, of: userID) { photos, reader, accounts in
                try drafted(reader, accounts) { try draft(photos, $0, $1) }
            }
            .first?
            .stamp
    }
}
