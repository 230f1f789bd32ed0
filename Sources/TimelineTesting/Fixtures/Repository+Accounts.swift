public import Foundation
public import TimelineCore

/// Convenience methods that read or write private data, each in a separate transaction.
extension Repository {
    /// Returns the account of the given user, or `nil` if the user has none.
    public func account(of user: User.ID) throws -> Account? {
        try read { try $1.account(of: user) }
    }

    /// Returns the account with the given email, or `nil` if none exists.
    public func account(email: EmailAddress) throws -> Account? {
        try read { try $1.account(email: email) }
    }

    /// Returns the session with the given ID, or `nil` if it does not exist.
    public func session(_ id: Session.ID) throws -> Session? {
        try read { try $1.session(id) }
    }

    /// Returns the sessions of the given user, most recently used first.
    public func sessions(of user: User.ID) throws -> [Session] {
        try read { try $1.sessions(of: user) }
    }

    /// Records another failed login.
    ///
    /// - Throws: A storage error.
    public func addFailure(for email: EmailAddress, at date: Date) throws {
        try writeAccounts { accounts in
            let count = try accounts.failures(for: email).count + 1
            try accounts.setFailures(LoginFailures(count: count, last: date), for: email)
        }
    }

    /// Returns the record of failed logins for an email.
    public func failures(for email: EmailAddress) throws -> LoginFailures {
        try read { try $1.failures(for: email) }
    }

    /// Returns the read position of the given user.
    public func readPosition(of user: User.ID) throws -> ReadPosition {
        try read { try $1.readPosition(of: user) }
    }

    /// Records the last use of a session, unless another writer holds the lock.
    ///
    /// - Throws: A storage error.
    public func touch(_ id: Session.ID, at date: Date) throws {
        try writeAccountsIfPossible { _, accounts in
            guard let session = try accounts.session(id) else { return }
            try accounts.save(
                Session(
                    id: id,
                    user: session.user,
                    createdAt: session.createdAt,
                    lastUsedAt: date,
                    label: session.label
                )
            )
        }
    }

    /// Sets the read position of the given user, unless another writer holds the lock.
    public func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        try writeAccountsIfPossible { try $1.setReadPosition(position, of: user) }
    }
}
