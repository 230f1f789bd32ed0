/// Reads private data from one snapshot.
///
/// All methods throw ``TimelineError/storageFailed(_:)`` when the storage cannot be read.
public protocol AccountReader {
    /// The account with an email; `nil` if none exists.
    func account(email: EmailAddress) throws -> Account?

    /// The account of a user; `nil` if none exists.
    func account(of user: User.ID) throws -> Account?

    /// The users that have an account in this store.
    func users() throws -> [User.ID]

    /// The consecutive wrong passwords for an email, whether or not it has an account.
    func failures(for email: EmailAddress) throws -> LoginFailures

    /// A session, expired or not; `nil` if none exists.
    func session(_ id: Session.ID) throws -> Session?

    /// The sessions of a user, most recently used first, including expired ones.
    func sessions(of user: User.ID) throws -> [Session]

    /// The read position of a user; empty without an account.
    func readPosition(of user: User.ID) throws -> ReadPosition
}
