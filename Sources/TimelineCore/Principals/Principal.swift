import Foundation

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
    ///   - page: The page that the query reads, if it is known.
    ///   - query: The query.
    /// - Returns: The result of `query`.
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or any error thrown by
    ///   `query`.
    func snapshot<Result>(
        showingHidden showsHidden: Bool = false,
        foreseeing page: ForeseenPage = .any,
        _ query: (any SocialReader, any AccountReader, User.ID?) throws -> Result
    ) throws -> Result {
        try engine.repository.read { social, accounts in
            try social.foresee(page, for: credential.session)
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
        foreseeing page: ForeseenPage = .any,
        _ query: (any SocialReader, any AccountReader, User.ID) throws -> Result
    ) throws -> Result {
        try snapshot(foreseeing: page) { social, accounts, user in
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
        foreseeing page: ForeseenPage = .any,
        _ query:
            @escaping @Sendable (any SocialReader, any AccountReader, User.ID?) throws -> Result
    ) async throws -> Result {
        try await engine.reads.run { [authority] in
            try authority.snapshot(foreseeing: page, query)
        }
    }
}

/// The proof of identity that a principal presents with each call.
enum Credential: Hashable, Sendable {
    /// A guest, without any proof of identity.
    case guest
    /// The session of a login, which is valid until it ends.
    case session(Session.ID)
    /// The session of an app, for a call that requires a scope, if any.
    ///
    /// No app can do what a login can by presenting its token as one, nor the reverse.
    case app(Session.ID, requiring: String?)
    /// A user on whose behalf the store's owner acts.
    case vouched(User.ID)

    /// Returns the user of this credential in a snapshot or transaction, or `nil` for a guest.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or its user was removed,
    ///   ``TimelineError/scopeMissing(_:)`` if its app may not do this, or
    ///   ``TimelineError/userNotFound(_:)`` if a user vouched for by the owner does not exist.
    func user(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        at now: Date
    ) throws -> User.ID? {
        switch self {
        case .guest: return nil
        case .session(let id):
            let session = try Self.requireSession(id, social, accounts, at: now)
            guard session.scopes == nil else { throw TimelineError.notLoggedIn }
            return session.user
        case .app(let id, let scope):
            let session = try Self.requireSession(id, social, accounts, at: now)
            guard let scopes = session.scopes else { throw TimelineError.notLoggedIn }
            if let scope, !AppScopes(stored: scopes).allow(scope) {
                throw TimelineError.scopeMissing(scope)
            }
            return session.user
        case .vouched(let id): return try social.requireUser(id).id
        }
    }

    /// Returns the session with the given ID in a snapshot or transaction.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or its user was removed.
    static func requireSession(
        _ id: Session.ID,
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        at now: Date
    ) throws -> Session {
        // Call `exists(_:)` because a repository may answer it from a row that it reads for each
        // page anyway.
        guard let session = try accounts.session(id), !session.hasEnded(at: now),
            try social.exists(session.user)
        else { throw TimelineError.notLoggedIn }
        return session
    }

    /// Returns the user of this credential in a snapshot or transaction.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` for a guest, or any error thrown by
    ///   ``user(_:_:at:)``.
    func requireUser(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        at now: Date
    ) throws -> User.ID {
        guard let user = try user(social, accounts, at: now) else {
            throw TimelineError.notLoggedIn
        }
        return user
    }

    /// The ID of the session, or `nil` for other credentials.
    var session: Session.ID? {
        switch self {
        case .session(let id), .app(let id, _): id
        case .guest, .vouched: nil
        }
    }
}

/// A reader without an account, who can read shared data, sign up and log in.
///
/// ```swift
/// let login = try await guest.logIn(email: "leia@example.org", password: password, label: "phone")
/// let page = try await login.session.timeline()
/// ```
public struct Guest: Principal {
    /// The store, without a user identity.
    public let authority: Authority

    init(engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: .guest)
    }
}
