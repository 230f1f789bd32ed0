public import Foundation

/// Writes private data inside one transaction, and reads what it wrote.
public protocol AccountWriter: AccountReader {
    /// Adds an account.
    ///
    /// - Throws: ``TimelineError/emailTaken``; ``TimelineError/userHasAccount(_:)``; a failure of storage.
    func insert(_ account: Account) throws

    /// Replaces the account of the same user.
    func update(_ account: Account) throws

    /// Deletes a user's account with its sessions, its failed logins and its read position.
    func deleteAccount(of user: User.ID) throws

    /// Sets the consecutive wrong passwords for an email; ``LoginFailures/none`` deletes them.
    func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws

    /// Deletes all failures last noted at or before `stale`, or after `future`.
    func deleteFailures(upTo stale: Date, after future: Date) throws

    /// Adds a session, or replaces the one with its ID.
    func save(_ session: Session) throws

    /// Deletes a session, if it exists.
    func deleteSession(_ id: Session.ID) throws

    /// Deletes all sessions of a user but one.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws

    /// Deletes all sessions last used before a date.
    func deleteSessions(lastUsedBefore date: Date) throws

    /// Sets the last use of all sessions that a clock ahead of `now` noted to `now`.
    func clampSessions(to now: Date) throws

    /// Sets how far a user has read; without an account, nothing is written.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws
}
