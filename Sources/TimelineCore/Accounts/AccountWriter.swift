public import Foundation

/// Writes private data inside one transaction, and reads its own writes.
///
/// All methods throw a failure of storage when the storage cannot be written.
public protocol AccountWriter: AccountReader {
    /// Adds an account.
    ///
    /// - Throws: ``TimelineError/emailTaken``; ``TimelineError/userHasAccount(_:)``; a failure of
    ///   storage.
    func insert(_ account: Account) throws

    /// Replaces the account of the same user.
    func update(_ account: Account) throws

    /// Deletes a user's account with its sessions, failed logins, read position and last visit of
    /// the activity, and the user's originals, which a user without an account may have, too.
    func deleteAccount(of user: User.ID) throws

    /// Sets the consecutive wrong passwords for an email; ``LoginFailures/none`` deletes the
    /// record.
    func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws

    /// Deletes all records of failures with the last failure at or before `stale`, or after
    /// `future`.
    func deleteFailures(upTo stale: Date, after future: Date) throws

    /// Inserts a session, or replaces the session with the same ID.
    func save(_ session: Session) throws

    /// Deletes a session, if it exists.
    func deleteSession(_ id: Session.ID) throws

    /// Deletes all sessions of a user except `current`.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws

    /// Deletes all sessions last used before a date.
    func deleteSessions(lastUsedBefore date: Date) throws

    /// Sets the last use of sessions to `now` where it is later, because the clock was ahead.
    func clampSessions(to now: Date) throws

    /// Sets the read position of a user; does nothing without an account.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws

    /// Sets the epoch up to which a user has seen their activity; does nothing without an account.
    func setActivityEpoch(_ epoch: Int, of user: User.ID) throws

    /// Sets the original of a photo that a user shares; `nil` deletes the record.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws
}
