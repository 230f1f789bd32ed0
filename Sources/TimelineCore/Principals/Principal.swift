/// An identity that reads a store: a ``Guest`` or a ``UserSession``.
///
/// Every call checks its right inside the transaction that it reads or writes in, so a caller cannot
/// forget to. The library makes principals: ``StoreOwner/guest`` is the first, and a login or a session
/// token turns a guest into a session.
///
/// ```swift
/// func captions(for reader: some Principal) async throws -> [String] {
///     try await reader.page(of: .everyone).posts.map(\.caption)
/// }
/// ```
public protocol Principal: Sendable {
    /// The store and the identity that calls act for.
    var authority: Authority { get }
}

/// A store together with the identity that calls on it act for; only the library makes one.
public struct Authority: Sendable {
    let engine: TimelineEngine
    let credential: Credential
}

extension Principal {
    var engine: TimelineEngine { authority.engine }
    var credential: Credential { authority.credential }

    /// Reads one snapshot on a Dispatch thread, as the user of this principal.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended; the error of `query`.
    func read<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, User.ID?) throws -> Answer
    ) async throws -> Answer {
        try await engine.reads.run { try snapshot(query) }
    }

    /// Reads one snapshot, as the user of this principal; blocks.
    func snapshot<Answer>(
        _ query: (any SocialReader, User.ID?) throws -> Answer
    ) throws -> Answer {
        try engine.repository.read { social, accounts in
            try query(social, credential.user(social, accounts, at: engine.environment.now()))
        }
    }
}
