import Foundation
import TimelineCore

/// Sessions are stored under the SHA-256 of their tokens: a leaked store reveals no token.
///
/// Times are those of the process that used the session. Core decides whether one has expired;
/// expired rows stay until a login deletes them.
extension PrivateTables {
    /// The session with an ID, expired or not: one look-up of the primary key, which each call of a
    /// `UserSession` makes in its own transaction (decision 16).
    func session(_ id: Session.ID) throws -> Session? {
        try statement("\(Self.sessionSQL) WHERE id = ?").first(id.bytes, map: Session.init)
    }

    /// The sessions of a user, most recently used first; the index `session_user` finds them, and
    /// SQLite sorts the few rows.
    func sessions(of user: User.ID) throws -> [Session] {
        try statement("\(Self.sessionSQL) WHERE user = ? ORDER BY last_used_at DESC, id DESC")
            .all(user, map: Session.init)
    }

    /// The columns of a session; a condition follows.
    private static let sessionSQL = "SELECT id, user, created_at, last_used_at, label FROM session"

    /// Inserts a session, or updates its last use; has no effect if the account is gone.
    ///
    /// Later calls for the same ID update nothing but the time: the user, the date of creation and
    /// the label of a session never change.
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

    /// Ends a session; has no effect if it does not exist.
    func deleteSession(_ id: Session.ID) throws {
        try statement("DELETE FROM session WHERE id = ?").run(id.bytes)
    }

    /// Ends a user's sessions; `IS NOT` compares with `NULL` too, when none is excepted.
    ///
    /// - Parameters:
    ///   - user: the user.
    ///   - current: the session that stays; `nil` ends all.
    /// - Throws: `DatabaseError`.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws {
        try statement("DELETE FROM session WHERE user = ? AND id IS NOT ?")
            .run(user, current?.bytes)
    }

    /// Ends expired sessions, which the index `session_last_used` finds.
    func deleteSessions(lastUsedBefore date: Date) throws {
        try statement("DELETE FROM session WHERE last_used_at < ?").run(date)
    }

    /// Sets last uses in the future to the present, so that sessions expire after a clock was
    /// ahead.
    ///
    /// Without it, a session used by a clock that was a year ahead would live a year longer.
    func clampSessions(to now: Date) throws {
        try statement("UPDATE session SET last_used_at = ?1 WHERE last_used_at > ?1").run(now)
    }
}

extension Session {
    /// Reads the columns of `sessionSQL`.
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
