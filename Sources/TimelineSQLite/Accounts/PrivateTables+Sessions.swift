import Foundation
import TimelineCore

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
        try statement("\(Self.sessionSQL) WHERE id = ?").first(id.bytes, map: Session.init)
    }

    /// Returns a user's sessions, most recently used first.
    ///
    /// The `session_user` index finds the sessions, and SQLite sorts these few rows.
    func sessions(of user: User.ID) throws -> [Session] {
        try statement("\(Self.sessionSQL) WHERE user = ? ORDER BY last_used_at DESC, id DESC")
            .all(user, map: Session.init)
    }

    /// The start of each query for sessions, to which a condition is appended.
    private static let sessionSQL = "SELECT id, user, created_at, last_used_at, label FROM session"

    /// Inserts a session or updates its last use, unless the account has been deleted.
    ///
    /// For an existing session, only the last use is updated. The user, the creation date and the
    /// label of a session never change.
    func save(_ session: Session) throws {
        try statement(
            """
            INSERT INTO session
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?2)
            ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at
            """
        )
        .run(
            session.id.bytes,
            session.user,
            session.createdAt,
            session.lastUsedAt,
            session.label
        )
    }

    /// Deletes a session, or does nothing if it does not exist.
    func deleteSession(_ id: Session.ID) throws {
        try statement("DELETE FROM session WHERE id = ?").run(id.bytes)
    }

    /// Deletes a user's sessions, except the given session.
    ///
    /// If `current` is `nil`, the operator `IS NOT` matches every session.
    ///
    /// - Parameters:
    ///   - user: The ID of the user.
    ///   - current: The session to retain, or `nil` to delete all sessions.
    /// - Throws: `SQLiteError`.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws {
        try statement("DELETE FROM session WHERE user = ? AND id IS NOT ?")
            .run(user, current?.bytes)
    }

    /// Deletes the sessions last used before a date, which the `session_last_used` index finds.
    func deleteSessions(lastUsedBefore date: Date) throws {
        try statement("DELETE FROM session WHERE last_used_at < ?").run(date)
    }

    /// Sets every last use that is dated in the future to the present.
    ///
    /// Without this correction, a session that was last used when a clock was a year ahead would
    /// expire a year too late.
    func clampSessions(to now: Date) throws {
        try statement("UPDATE session SET last_used_at = ?1 WHERE last_used_at > ?1").run(now)
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
            label: row.text(4)
        )
    }
}
