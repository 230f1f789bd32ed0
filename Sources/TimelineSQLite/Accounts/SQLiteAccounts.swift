import Foundation
import GRDB
import TimelineCore

/// The private tables, within one snapshot or one transaction.
struct SQLiteAccounts {
    let tables: SQLiteSocial
}

extension SQLiteAccounts: AccountReader {
    func account(email: EmailAddress) throws -> Account? {
        try account("email", email.text)
    }

    func account(of user: User.ID) throws -> Account? {
        try account("user", user.data)
    }

    func users() throws -> [User.ID] {
        try tables.rows("SELECT user FROM account ORDER BY user") { User.ID(data: $0[0]) }
    }

    private func account(_ column: String, _ value: any DatabaseValueConvertible) throws -> Account?
    {
        try tables.rows(
            """
            SELECT user, email, password_hash, created_at, password_reset_at FROM account
            WHERE \(column) = ?
            """,
            value,
            map: Account.init(row:)
        )
        .first
    }

    func failures(for email: EmailAddress) throws -> LoginFailures {
        try tables
            .rows("SELECT count, last FROM login_failure WHERE email = ?", email.text) { row in
                LoginFailures(count: row[0], last: Date(milliseconds: row[1]))
            }
            .first ?? .none
    }

    func session(_ id: Session.ID) throws -> Session? {
        try sessions("WHERE id = ?", id.bytes).first
    }

    func sessions(of user: User.ID) throws -> [Session] {
        try sessions("WHERE user = ? ORDER BY last_used_at DESC, id DESC", user.data)
    }

    private func sessions(_ condition: String, _ value: Data) throws -> [Session] {
        try tables.rows(
            "SELECT id, user, created_at, last_used_at, label FROM session \(condition)",
            value
        ) { row in
            Session(
                id: Session.ID(bytes: row[0]),
                user: User.ID(data: row[1]),
                createdAt: Date(milliseconds: row[2]),
                lastUsedAt: Date(milliseconds: row[3]),
                label: row[4]
            )
        }
    }

    func readPosition(of user: User.ID) throws -> ReadPosition {
        try tables.readPosition(of: user)
    }
}

extension SQLiteAccounts: AccountWriter {
    func insert(_ account: Account) throws {
        guard try self.account(of: account.user) == nil else {
            throw TimelineError.userHasAccount(account.user.description)
        }
        guard try self.account(email: account.email) == nil else { throw TimelineError.emailTaken }
        try tables.run(
            """
            INSERT INTO account (user, email, password_hash, created_at, password_reset_at)
            VALUES (?, ?, ?, ?, ?)
            """,
            account.user.data,
            account.email.text,
            account.passwordHash,
            account.createdAt.milliseconds,
            account.passwordResetAt?.milliseconds
        )
    }

    func update(_ account: Account) throws {
        try tables.run(
            "UPDATE account SET email = ?, password_hash = ?, password_reset_at = ? WHERE user = ?",
            account.email.text,
            account.passwordHash,
            account.passwordResetAt?.milliseconds,
            account.user.data
        )
    }

    func deleteAccount(of user: User.ID) throws {
        try tables.run(
            "DELETE FROM login_failure WHERE email = (SELECT email FROM account WHERE user = ?)",
            user.data
        )
        try tables.run("DELETE FROM account WHERE user = ?", user.data)
    }

    func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws {
        guard failures != .none else {
            try tables.run("DELETE FROM login_failure WHERE email = ?", email.text)
            return
        }
        try tables.run(
            """
            INSERT INTO login_failure VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET count = excluded.count, last = excluded.last
            """,
            email.text,
            failures.count,
            failures.last.milliseconds
        )
    }

    func deleteFailures(upTo stale: Date, after future: Date) throws {
        try tables.run(
            "DELETE FROM login_failure WHERE last <= ? OR last > ?",
            stale.milliseconds,
            future.milliseconds
        )
    }

    func save(_ session: Session) throws {
        try tables.run(
            """
            INSERT INTO session
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?2)
            ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at
            """,
            session.id.bytes,
            session.user.data,
            session.createdAt.milliseconds,
            session.lastUsedAt.milliseconds,
            session.label
        )
    }

    func deleteSession(_ id: Session.ID) throws {
        try tables.run("DELETE FROM session WHERE id = ?", id.bytes)
    }

    func deleteSessions(of user: User.ID, except current: Session.ID?) throws {
        try tables.run(
            "DELETE FROM session WHERE user = ? AND id IS NOT ?",
            user.data,
            current?.bytes
        )
    }

    func deleteSessions(lastUsedBefore date: Date) throws {
        try tables.run("DELETE FROM session WHERE last_used_at < ?", date.milliseconds)
    }

    func clampSessions(to now: Date) throws {
        try tables.run(
            "UPDATE session SET last_used_at = ?1 WHERE last_used_at > ?1",
            now.milliseconds
        )
    }

    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        try tables.setReadPosition(position, of: user)
    }
}

extension Account {
    fileprivate init(row: Row) throws {
        self.init(
            user: User.ID(data: row[0]),
            email: try EmailAddress(row[1]),
            passwordHash: row[2],
            createdAt: Date(milliseconds: row[3]),
            passwordResetAt: (row[4] as Int64?).map(Date.init(milliseconds:))
        )
    }
}
