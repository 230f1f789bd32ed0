/// Reads the private data of one snapshot.
public protocol AccountReader {
    /// The account with an email.
    func account(email: EmailAddress) throws -> Account?

    /// The account of a user.
    func account(of user: User.ID) throws -> Account?

    /// The users with an account, which are this store's own.
    func users() throws -> [User.ID]

    /// The consecutive wrong passwords for an email, whether or not it has an account.
    func failures(for email: EmailAddress) throws -> LoginFailures

    /// The session with an ID, expired or not.
    func session(_ id: Session.ID) throws -> Session?

    /// The sessions of a user, the last used first, expired ones included.
    func sessions(of user: User.ID) throws -> [Session]

    /// How far a user has read.
    func readPosition(of user: User.ID) throws -> ReadPosition
}
