public import Foundation

/// Read and write access to the private data in one transaction.
///
/// Reads include the transaction's own writes.
///
/// All methods throw a storage error if the storage cannot be written.
public protocol AccountWriter: AccountReader {
    /// Adds an account.
    ///
    /// - Throws: ``TimelineError/emailTaken``, ``TimelineError/userHasAccount(_:)`` or a storage
    ///   error.
    func insert(_ account: Account) throws

    /// Replaces the email, the password hash and the reset date of the same user's account.
    ///
    /// The creation date remains unchanged. Does nothing if the user has no account.
    ///
    /// - Throws: ``TimelineError/emailTaken`` if another account has the email, or a storage error.
    func update(_ account: Account) throws

    /// Deletes the given user's account, sessions, failed logins, read position, activity epoch,
    /// muted users and blocks.
    ///
    /// Also deletes the records of the user's originals, even if the user has no account.
    func deleteAccount(of user: User.ID) throws

    /// Sets the record of failed logins for an email.
    ///
    /// Setting ``LoginFailures/none`` deletes the record.
    func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws

    /// Deletes the records of failed logins in which the most recent failure is dated at or before
    /// `stale`, or after `future`.
    func deleteFailures(upTo stale: Date, after future: Date) throws

    /// Inserts a session, or sets the last use of the existing session with the same ID.
    ///
    /// All other properties of an existing session remain unchanged. Does nothing if the user has
    /// no account.
    func save(_ session: Session) throws

    /// Deletes the session with the given ID, if it exists.
    func deleteSession(_ id: Session.ID) throws

    /// Deletes all of a user's sessions except `current`.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws

    /// Deletes all sessions that were last used before the given date.
    func deleteSessions(lastUsedBefore date: Date) throws

    /// Sets the last use to `now` in every session with a later date.
    ///
    /// Later dates can occur if the clock was ahead.
    func clampSessions(to now: Date) throws

    /// Sets the read position of a user.
    ///
    /// Does nothing if the user has no account.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws

    /// Sets the epoch up to which the given user has seen their activity.
    ///
    /// Does nothing if the user has no account.
    func setActivityEpoch(_ epoch: Int, of user: User.ID) throws

    /// Mutes or unmutes a user on behalf of the given user.
    ///
    /// The given user's home timeline and activity change immediately, so the epoch advances. Does
    /// nothing if the given user has no account.
    func setMuted(_ isMuted: Bool, _ muted: User.ID, by user: User.ID) throws

    /// Replaces the given user's block or unblock of a user.
    ///
    /// The epoch advances. Does nothing if the given user has no account, or is the user of the
    /// block.
    func setBlock(_ block: Block, by user: User.ID) throws

    /// Records the original of a photo that the given user shares.
    ///
    /// Setting `nil` deletes the record.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws

    /// Stores a private value under a key, or deletes it if `bytes` is `nil`.
    func setPrivateValue(_ bytes: [UInt8]?, forKey key: String) throws
}
