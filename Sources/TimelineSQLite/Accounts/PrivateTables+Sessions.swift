import Foundation
import TimelineCore

/// Sessions are stored under the SHA-256 of their tokens: a leaked store reveals no token.
extension PrivateTables {
    func session(_ id: Session.ID) throws -> Session? {
        try statement("\(Self.sessionSQL) WHERE id = ?").first(id.bytes, map: Session.init)
    }

    func sessions(of user: User.ID) throws -> [Session] {
        try statement("\(Self.sessionSQL) WHERE user = ? ORDER BY last_used_at DESC, id DESC")
            .all(user, map: Session.init)
    }

    private static let sessionSQL = "SELECT id, user, created_at, last_used_at, label FROM session"

    /// Inserts a session, or updates its last use; has no effect if the account is gone.
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

    func deleteSession(_ id: Session.ID) throws {
        try statement("DELETE FROM session WHERE id = ?").run(id.bytes)
    }

    /// Ends a user's sessions; `IS NOT` compares with `NULL` too, when none is excepted.
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
    func clampSessions(to now: Date) throws {
        try statement("UPDATE session SET last_used_at = ?1 WHERE last_used_at > ?1").run(now)
    }
}

extension Session {
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
