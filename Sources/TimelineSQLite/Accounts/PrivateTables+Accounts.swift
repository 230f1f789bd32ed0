import Foundation
import TimelineCore

/// Queries for accounts.
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
}

/// Changes to accounts.
///
/// Each method requires a write transaction in which the caller has already checked the session or
/// compared the password hash again (decision 16).
extension PrivateTables: AccountWriter {
    /// Inserts an account, or updates the email, the password hash and the reset date.
    ///
    /// - Throws: `TimelineError.emailTaken` if another account has the email, or `SQLiteError`.
    func save(_ account: Account) throws {
        let owner = try self.account(email: account.email)
        guard owner == nil || owner?.user == account.user else { throw TimelineError.emailTaken }
        if try self.account(of: account.user) == nil { changes.accounts.insert(account.user) }
        try statement(
            """
            INSERT INTO account (user, email, password_hash, created_at, password_reset_at)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT (user) DO UPDATE SET email = excluded.email,
                password_hash = excluded.password_hash,
                password_reset_at = excluded.password_reset_at
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

    /// Deletes a user's account, along with its private values and the records of the user's
    /// originals.
    ///
    /// Foreign keys delete the account's other data, such as its sessions. The engine removes the
    /// originals' files outside the transaction, once they are orphaned (decision 25).
    func deleteAccount(of user: User.ID) throws {
        let deleted = try statement("DELETE FROM account WHERE user = ?").run(user)
        if deleted > 0 { changes.accounts.insert(user) }
        try statement("DELETE FROM original WHERE user = ?").run(user)
        try statement("DELETE FROM private_value WHERE key >= ?1 AND key < ?1 || char(0x10ffff)")
            .run(PrivateValue.accountPrefix(of: user))
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
