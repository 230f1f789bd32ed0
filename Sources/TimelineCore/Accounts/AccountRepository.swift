public import Foundation

/// Keeps the private part: what never leaves the device.
///
/// Nothing but failed log-ins is kept of one without an account: a session or a read position that comes
/// after its account was removed is dropped.
public protocol AccountRepository: Sendable {
    /// The account with an e-mail.
    func account(email: EmailAddress) throws -> Account?

    /// The account of a user.
    func account(of user: User.ID) throws -> Account?

    /// Sets the hash that a user's password is checked against, if it is still the one named `former`.
    ///
    /// - Returns: whether it was.
    @discardableResult
    func setPasswordHash(_ hash: String, replacing former: String, of user: User.ID) throws -> Bool

    /// The wrong passwords given in a row for an e-mail, whether or not it has an account.
    func failures(for email: EmailAddress) throws -> LoginFailures

    /// Notes one more wrong password; a record as old as ``LoginFailures/memory`` of an e-mail without an
    /// account is forgotten.
    ///
    /// - Throws: ``TimelineError/tooManyAttempts(until:)`` before ``LoginFailures/nextTry``; then nothing is
    ///   noted. The look and the note are one step, so that tries made at the same time are not free.
    func addFailure(for email: EmailAddress, at date: Date) throws

    /// Forgets the wrong passwords given for an e-mail.
    func clearFailures(for email: EmailAddress) throws

    /// Keeps a session.
    func add(_ session: Session) throws

    /// The session whose token has this hash.
    func session(_ id: Session.ID) throws -> Session?

    /// The sessions of a user, the last used first.
    func sessions(of user: User.ID) throws -> [Session]

    /// Notes that a session was used, unless the storage is read-only, full, or locked by another program.
    ///
    /// Reading needs no writing: it gives up after a tenth of a second, and never waits for other writes.
    func touch(_ id: Session.ID, at date: Date) throws

    /// Ends a session, if it is there.
    func removeSession(_ id: Session.ID) throws

    /// Ends all sessions of a user but one.
    func removeSessions(of user: User.ID, except kept: Session.ID?) throws

    /// How far a user has read.
    func readPosition(of user: User.ID) throws -> ReadPosition

    /// Sets how far a user has read, unless the storage is read-only, full, or locked, as in ``touch(_:at:)``.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws
}
