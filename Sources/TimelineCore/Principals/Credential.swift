import Foundation

/// The proof of identity that a principal carries from call to call.
enum Credential: Hashable, Sendable {
    /// No identity.
    case guest
    /// A session, valid until it ends.
    case session(Session.ID)
    /// A user that the store's owner acts for.
    case vouched(User.ID)

    /// Resolves the user inside a snapshot or a transaction; `nil` for a guest.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended or its user has left;
    ///   ``TimelineError/userNotFound(_:)`` for a vouched user that does not exist.
    func user(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        at now: Date
    ) throws -> User.ID? {
        switch self {
        case .guest: return nil
        case .session(let id):
            // Not `user(_:)`: a repository may answer from a row that it reads for each page anyway.
            guard let session = try accounts.session(id), !session.hasEnded(at: now),
                try social.exists(session.user)
            else { throw TimelineError.notLoggedIn }
            return session.user
        case .vouched(let id): return try social.requireUser(id).id
        }
    }

    /// Resolves the user inside a snapshot or a transaction.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``, also for a guest.
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

    /// The ID of the session; `nil` for other credentials.
    var session: Session.ID? {
        if case .session(let id) = self { id } else { nil }
    }
}
