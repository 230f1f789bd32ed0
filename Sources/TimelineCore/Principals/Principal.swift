/// An identity that accesses a store: a ``Guest`` or a ``UserSession``.
///
/// Every call checks permissions inside its own transaction, so callers cannot bypass the check.
/// Only the library creates principals. Start with ``StoreOwner/guest``, then log in, or open a
/// session with its token.
///
/// ```swift
/// func captions(for reader: some Principal) async throws -> [String] {
///     try await reader.page(of: .everyone).posts.map(\.caption)
/// }
/// ```
public protocol Principal: Sendable {
    /// The store and the identity on whose behalf calls are made.
    var authority: Authority { get }
}

/// A store and the identity on whose behalf calls are made.
///
/// Only the library creates authorities.
public struct Authority: Sendable {
    let engine: TimelineEngine
    let credential: Credential
}

extension Authority {
    /// Runs a query on one snapshot of shared and private data as this authority's user, who is
    /// `nil` for a guest.
    ///
    /// This call blocks.
    ///
    /// - Parameters:
    ///   - showsHidden: Whether the snapshot includes the users that a block hides.
    ///   - query: The query.
    /// - Returns: The result of `query`.
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or any error thrown by
    ///   `query`.
    func snapshot<Result>(
        showingHidden showsHidden: Bool = false,
        _ query: (any SocialReader, any AccountReader, User.ID?) throws -> Result
    ) throws -> Result {
        try engine.repository.read { social, accounts in
            let user = try credential.user(social, accounts, at: engine.environment.now())
            return try query(showsHidden ? social : social.visible(to: user), accounts, user)
        }
    }

    /// Runs a query on one snapshot of shared and private data as this authority's user.
    ///
    /// This call blocks.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` for a guest, or any error of
    ///   ``snapshot(showingHidden:_:)``.
    func userSnapshot<Result>(
        _ query: (any SocialReader, any AccountReader, User.ID) throws -> Result
    ) throws -> Result {
        try snapshot { social, accounts, user in
            guard let user else { throw TimelineError.notLoggedIn }
            return try query(social, accounts, user)
        }
    }
}

extension Principal {
    var engine: TimelineEngine { authority.engine }
    var credential: Credential { authority.credential }

    /// Runs a query on one snapshot of shared and private data as this principal's user, who is
    /// `nil` for a guest, using the read queue.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or any error thrown by
    ///   `query`.
    func read<Result: Sendable>(
        _ query:
            @escaping @Sendable (any SocialReader, any AccountReader, User.ID?) throws -> Result
    ) async throws -> Result {
        try await engine.reads.run { [authority] in try authority.snapshot(query) }
    }
}
