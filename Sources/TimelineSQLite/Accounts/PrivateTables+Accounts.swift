import Foundation
import TimelineCore

/// Queries for accounts and failed logins.
///
/// Accounts are keyed by UUID rather than by row ID, so the private tables never refer to shared
/// tables.
///
/// Emails are stored in lower case, as `EmailAddress` normalizes them, and are compared byte by
/// byte. Every lookup is a single descent in a B-tree: `account` is keyed by user and has a unique
/// index on `email`.
extension PrivateTables: AccountReader {
    /// Returns the account with the given email, or `nil` if none exists.
    ///
    /// - Throws: `TimelineError` if the stored email is invalid, or `SQLiteError`.
    func account(email: EmailAddress) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE email = ?").first(email.text, map: Account.init)
    }

    /// Returns the given user's account, even if the user has no profile, or `nil` if none exists.
    ///
    /// - Throws: `TimelineError` if the stored email is invalid, or `SQLiteError`.
    func account(of user: User.ID) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE user = ?").first(user, map: Account.init)
    }

    /// The start of each query for accounts, to which a condition is appended.
    private static let accountSQL = """
        SELECT user, email, password_hash, created_at, password_reset_at FROM account
        """

    /// Returns all users with an account in this store, in the order of their UUIDs.
    ///
    /// This method reads the whole table.
    func users() throws -> [User.ID] {
        try statement("SELECT user FROM account ORDER BY user").all { $0.userID(0) }
    }

    /// Returns the stored record of failed logins for an email, even if it has expired.
    ///
    /// Failed logins are keyed by email, so attempts for an unknown email are throttled like those
    /// for an account. TimelineCore determines whether a record has expired.
    func failures(for email: EmailAddress) throws -> LoginFailures {
        try statement("SELECT count, last FROM login_failure WHERE email = ?")
            .first(email.text) { LoginFailures(count: $0.int(0), last: $0.date(1)) } ?? .none
    }
}

/// Changes to accounts.
///
/// Each method requires a write transaction in which the caller has already checked the session or
/// compared the password hash again (decision 16).
extension PrivateTables: AccountWriter {
    /// Inserts an account, unless the user already has an account or the email is taken.
    ///
    /// The schema would reject both cases, but with the same error.
    ///
    /// - Throws: `TimelineError.userHasAccount`, `TimelineError.emailTaken`, or `SQLiteError`.
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
        changes.accounts.insert(account.user)
    }

    /// Updates the email, the password hash and the reset date, but not the creation date.
    ///
    /// Does nothing if the user has no account.
    ///
    /// - Throws: `TimelineError.emailTaken` if another account has the email, or `SQLiteError`.
    func update(_ account: Account) throws {
        guard try self.account(of: account.user) != nil else { return }
        let owner = try self.account(email: account.email)
        guard owner == nil || owner?.user == account.user else { throw TimelineError.emailTaken }
        try statement(
            "UPDATE account SET email = ?, password_hash = ?, password_reset_at = ? WHERE user = ?"
        )
        .run(account.email.text, account.passwordHash, account.passwordResetAt, account.user)
    }

    /// Deletes a user's account, along with its failed logins and the records of the user's
    /// originals.
    ///
    /// Foreign keys delete the account's other data, such as its sessions and its read position.
    /// The engine removes the originals' files outside the transaction, once they are orphaned
    /// (decision 25).
    func deleteAccount(of user: User.ID) throws {
        try statement(
            "DELETE FROM login_failure WHERE email = (SELECT email FROM account WHERE user = ?)"
        )
        .run(user)
        let deleted = try statement("DELETE FROM account WHERE user = ?").run(user)
        if deleted > 0 { changes.accounts.insert(user) }
        try statement("DELETE FROM original WHERE user = ?").run(user)
    }

    /// Stores the record of failed logins for an email, or deletes its row if the record is empty.
    ///
    /// The email does not need to have an account. Each email has only one row, regardless of the
    /// number of attempts, and rows expire after a day.
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

    /// Deletes records of failed logins that have expired, or that are dated in the future because
    /// a clock was ahead.
    ///
    /// The statement reads two ranges of the `login_failure_last` index.
    ///
    /// - Parameters:
    ///   - stale: The date up to which records have expired.
    ///   - future: The latest plausible date.
    /// - Throws: `SQLiteError`.
    func deleteFailures(upTo stale: Date, after future: Date) throws {
        try statement("DELETE FROM login_failure WHERE last <= ? OR last > ?").run(stale, future)
    }
}

extension Account {
    /// Creates an account from a row of `accountSQL`.
    ///
    /// - Throws: `TimelineError` if the stored email is invalid.
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
