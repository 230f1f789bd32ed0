/// An identity that accesses a store: a ``Guest`` or a ``UserSession``.
///
/// Every call checks its permissions inside its own transaction, so callers cannot bypass the
/// check. Only the library creates principals: start with ``StoreOwner/guest``, then log in or open
/// a session by its token.
///
/// ```swift
/// func captions(for reader: some Principal) async throws -> [String] {
///     try await reader.page(of: .everyone).posts.map(\.caption)
/// }
/// ```
public protocol Principal: Sendable {
    /// The store, and the identity that calls act for.
    var authority: Authority { get }
}

/// A store with the identity that calls act for; only the library creates it.
public struct Authority: Sendable {
    let engine: TimelineEngine
    let credential: Credential
}

extension Principal {
    var engine: TimelineEngine { authority.engine }
    var credential: Credential { authority.credential }

    /// Reads one snapshot in the lane for reads, as this principal's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended; the error of `query`.
    func read<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, User.ID?) throws -> Answer
    ) async throws -> Answer {
        try await engine.reads.run { try snapshot(query) }
    }

    /// Reads one snapshot of shared and private data on a Dispatch thread, as this principal's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended; the error of `query`.
    func readAll<Answer: Sendable>(
        _ query:
            @escaping @Sendable (any SocialReader, any AccountReader, User.ID?) throws -> Answer
    ) async throws -> Answer {
        try await engine.reads.run { try snapshot(query) }
    }

    /// Reads one snapshot as this principal's user; blocks.
    func snapshot<Answer>(
        _ query: (any SocialReader, User.ID?) throws -> Answer
    ) throws -> Answer {
        try snapshot { social, _, user in try query(social, user) }
    }

    /// Reads one snapshot of shared and private data as this principal's user; blocks.
    func snapshot<Answer>(
        _ query: (any SocialReader, any AccountReader, User.ID?) throws -> Answer
    ) throws -> Answer {
        try engine.repository.read { social, accounts in
            let user = try credential.user(social, accounts, at: engine.environment.now())
            return try query(social, accounts, user)
        }
    }
}
