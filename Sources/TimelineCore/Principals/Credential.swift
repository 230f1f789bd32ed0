import Foundation

/// The proof of identity that a principal presents with each call.
enum Credential: Hashable, Sendable {
    /// A guest, without any proof of identity.
    case guest
    /// A session, which is valid until it ends.
    case session(Session.ID)
    /// A user on whose behalf the store's owner acts.
    case vouched(User.ID)

    /// Returns the user of this credential in a snapshot or transaction, or `nil` for a guest.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or its user was removed, or
    ///   ``TimelineError/userNotFound(_:)`` if a user vouched for by the owner does not exist.
    func user(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        at now: Date
    ) throws -> User.ID? {
        switch self {
        case .guest: return nil
        case .session(let id):
            return try Self.requireSession(id, social, accounts, at: now).user
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
        if case .session(let id) = self { id } else { nil }
    }
}
