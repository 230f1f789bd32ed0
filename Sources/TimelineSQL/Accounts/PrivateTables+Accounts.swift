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
    /// - Throws: `TimelineError` if the stored email is invalid, or a database error.
    func account(email: EmailAddress) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE email = ?").first(email.text, map: Account.init)
    }

    /// Returns the given user's account, even if the user has no profile, or `nil` if none exists.
    ///
    /// - Throws: `TimelineError` if the stored email is invalid, or a database error.
    func account(of user: User.ID) throws -> Account? {
        try statement("\(Self.accountSQL) WHERE user = ?").first(user, map: Account.init)
    }

    /// Returns an SQL expression for the precedence of the claims of a user who is new to the store.
    ///
    /// A user can arrive after their account, for example on a new device.
    ///
    /// - Parameter user: An SQL expression for the user's UUID.
    /// - Returns: The SQL, whose values are those of `UsernameClaim.Precedence`.
    static func precedenceSQL(of user: String) -> String {
        "CASE WHEN EXISTS (SELECT 1 FROM account WHERE user = \(user)) THEN x'00' ELSE x'02' END"
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
    /// - Throws: `TimelineError.emailTaken` if another account has the email, or a database error.
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
        let deleted = try statement("DELETE FROM account WHERE user = ?").runCounting(user)
        if deleted > 0 { changes.accounts.insert(user) }
        try statement("DELETE FROM original WHERE user = ?").run(user)
        try statement(
            """
            DELETE FROM private_value
            WHERE key >= ?1 AND key < ?1 || \(connection.dialect.lastCharacter)
            """
        )
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

/// Access to sessions, which are stored under the SHA-256 digests of their tokens.
///
/// A leaked store therefore reveals no tokens.
///
/// Dates come from the clock of the process that used the session. TimelineCore determines whether
/// a session has expired. Expired rows remain until a login deletes them.
extension PrivateTables {
    /// Returns the session with the given ID, even if it has expired.
    ///
    /// The statement is a single lookup of the primary key, because every call of a `UserSession`
    /// makes this query in its own transaction (decision 16).
    func session(_ id: Session.ID) throws -> Session? {
        let session = try statement("\(Self.sessionSQL) WHERE id = ?")
            .first(id.bytes, map: Session.init)
        if let session { connection.memory?.note(session.user, of: id) }
        return session
    }

    /// Returns a user's sessions, or all sessions, most recently used first.
    ///
    /// The `session_account` index finds a user's sessions, and SQLite sorts these few rows.
    func sessions(of user: User.ID?) throws -> [Session] {
        let order = "ORDER BY last_used_at DESC, id DESC"
        guard let user else {
            return try statement("\(Self.sessionSQL) \(order)").all(map: Session.init)
        }
        return try statement("\(Self.sessionSQL) WHERE user = ? \(order)")
            .all(user, map: Session.init)
    }

    /// The start of each query for sessions, to which a condition is appended.
    private static let sessionSQL = """
        SELECT id, user, created_at, last_used_at, label, scopes, app FROM session
        """

    /// Inserts a session or updates its last use, unless the account has been deleted.
    ///
    /// For an existing session, only the last use is updated. The user, the creation date and the
    /// label of a session never change.
    func save(_ session: Session) throws {
        try statement(
            """
            INSERT INTO session
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?2)
            ON CONFLICT (id) DO UPDATE SET last_used_at = excluded.last_used_at
            """
        )
        .run(
            session.id.bytes,
            session.user,
            session.createdAt,
            session.lastUsedAt,
            session.label,
            session.scopes,
            session.app
        )
    }

    /// Deletes a session, or does nothing if it does not exist.
    func deleteSession(_ id: Session.ID) throws {
        try statement("DELETE FROM session WHERE id = ?").run(id.bytes)
    }
}

extension Session {
    /// Creates a session from a row of `sessionSQL`.
    fileprivate init(_ row: ResultRow) {
        self.init(
            id: Session.ID(bytes: row.data(0)),
            user: row.userID(1),
            createdAt: row.date(2),
            lastUsedAt: row.date(3),
            label: row.text(4),
            scopes: row.optionalText(5),
            app: row.optionalText(6)
        )
    }
}

/// Access to private values, such as keys, each stored under a text key.
extension PrivateTables {
    func privateValue(forKey key: String) throws -> [UInt8]? {
        try statement("SELECT value FROM private_value WHERE key = ?")
            .first(key) { Array($0.data(0)) }
    }

    /// Returns private values in the order of their keys, with one range of the primary key.
    ///
    /// SQLite uses only the first lower bound for the range, so this is the higher of the two.
    func privateValues(
        withPrefix prefix: String,
        after cursor: String?,
        limit: Int
    ) throws -> [PrivateValue] {
        try statement(
            """
            SELECT key, value FROM private_value
            WHERE key >= \(connection.dialect.higher("?1", "?2")) AND key > ?1 AND substr(key, 1, length(?2)) = ?2
                AND key < ?2 || \(connection.dialect.lastCharacter)
            ORDER BY key LIMIT ?3
            """
        )
        .all(cursor ?? "", prefix, max(0, limit)) { row in
            PrivateValue(key: row.text(0), bytes: Array(row.data(1)))
        }
    }

    func setPrivateValue(_ bytes: [UInt8]?, forKey key: String) throws {
        guard let bytes else {
            try statement("DELETE FROM private_value WHERE key = ?").run(key)
            return
        }
        try statement(
            """
            INSERT INTO private_value VALUES (?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """
        )
        .run(key, Data(bytes))
    }
}
