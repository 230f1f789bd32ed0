import Foundation
import TimelineCore

/// Accounts are keyed by UUID, not by row ID, so the private tables never refer to shared ones.
///
/// Emails are stored in lower case, as `EmailAddress` normalizes them; a look-up compares bytes.
/// Every look-up is one descent in a B-tree: `account` is keyed by user and has a unique index on
/// `email`.
extension PrivateTables: AccountReader {
    /// The account with an email.
    ///
    /// - Throws: `TimelineError` for a stored email that is not valid; `DatabaseError`.
    func account(email: EmailAddress) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE email = ?").first(email.text, map: Account.init)
    }

    /// The account of a user, with or without a profile.
    ///
    /// - Throws: `TimelineError` for a stored email that is not valid; `DatabaseError`.
    func account(of user: User.ID) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE user = ?").first(user, map: Account.init)
    }

    /// The columns of an account; a condition follows.
    private static let accountSQL = """
        SELECT user, email, password_hash, created_at, password_reset_at FROM account
        """

    /// The users with an account here, in the order of their UUIDs; reads the whole table.
    func users() throws -> [User.ID] {
        try statement("SELECT user FROM account ORDER BY user").all { $0.userID(0) }
    }

    /// Failed logins are keyed by email, so an unknown email is throttled like an account.
    ///
    /// They are returned as stored; Core decides whether they are too old to count.
    func failures(for email: EmailAddress) throws -> LoginFailures {
        try statement("SELECT count, last FROM login_failure WHERE email = ?")
            .first(email.text) { LoginFailures(count: $0.int(0), last: $0.date(1)) } ?? .none
    }
}

/// Writes need a write transaction, in which the caller has checked the session or the password
/// hash again (decision 16).
extension PrivateTables: AccountWriter {
    /// Inserts an account, unless the user has one or the email is taken.
    ///
    /// The schema would reject both, but with one error for the two.
    ///
    /// - Throws: `TimelineError.userHasAccount`, `TimelineError.emailTaken`; `DatabaseError`.
    func insert(_ account: Account) throws {
        guard try self.account(of: account.user) == nil else {
            throw TimelineError.userHasAccount(account.user.description)
        }
        guard try self.account(email: account.email) == nil else { throw TimelineError.emailTaken }
        try statement(
            """
            INSERT INTO account (user, email, password_hash, created_at, password_reset_at)
            VALUES (?, ?, ?, ?, ?)
            """
        )
        .run(
            account.user,
            account.email.text,
            account.passwordHash,
            account.createdAt,
            account.passwordResetAt
        )
    }

    /// Updates the email, the password and the date of its reset; the date of creation stays.
    ///
    /// Has no effect without an account of the user.
    ///
    /// - Throws: `TimelineError.emailTaken` if another account has the email, or `DatabaseError`.
    func update(_ account: Account) throws {
        guard try self.account(of: account.user) != nil else { return }
        let owner = try self.account(email: account.email)
        guard owner == nil || owner?.user == account.user else { throw TimelineError.emailTaken }
        try statement(
            "UPDATE account SET email = ?, password_hash = ?, password_reset_at = ? WHERE user = ?"
        )
        .run(account.email.text, account.passwordHash, account.passwordResetAt, account.user)
    }

    /// Deletes an account with its failed logins and the user's originals; foreign keys delete its
    /// sessions and its read position.
    ///
    /// The files of the originals stay until the engine removes orphaned blobs, outside the
    /// transaction (decision 25).
    func deleteAccount(of user: User.ID) throws {
        try statement(
            "DELETE FROM login_failure WHERE email = (SELECT email FROM account WHERE user = ?)"
        )
        .run(user)
        try statement("DELETE FROM account WHERE user = ?").run(user)
        try statement("DELETE FROM original WHERE user = ?").run(user)
    }

    /// Stores the failed logins of an email, whether or not it has an account; none deletes the
    /// row.
    ///
    /// One row per email, whatever the number of attempts; rows expire after a day.
    func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws {
        guard failures != .none else {
            try statement("DELETE FROM login_failure WHERE email = ?").run(email.text)
            return
        }
        try statement(
            """
            INSERT INTO login_failure VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET count = excluded.count, last = excluded.last
            """
        )
        .run(email.text, failures.count, failures.last)
    }

    /// Deletes failed logins that are too old to count, or lie in the future because a clock was
    /// ahead.
    ///
    /// Two ranges of the index `login_failure_last`.
    ///
    /// - Parameters:
    ///   - stale: the last time that is too old.
    ///   - future: the last time that may be true.
    /// - Throws: `DatabaseError`.
    func deleteFailures(upTo stale: Date, after future: Date) throws {
        try statement("DELETE FROM login_failure WHERE last <= ? OR last > ?").run(stale, future)
    }
}

extension Account {
    /// Reads the columns of `accountSQL`.
    ///
    /// - Throws: `TimelineError` for an email that is not valid.
    fileprivate init(_ row: ResultRow) throws {
        self.init(
            user: row.userID(0),
            email: try EmailAddress(row.text(1)),
            passwordHash: row.text(2),
            createdAt: row.date(3),
            passwordResetAt: row.isNull(4) ? nil : row.date(4)
        )
    }
}
