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

    /// Returns a user's sessions, or all sessions, most recently used first.
    ///
    /// The `session_user` index finds a user's sessions, and SQLite sorts these few rows.
    func sessions(of user: User.ID?) throws -> [Session] {
        let order = "ORDER BY last_used_at DESC, id DESC"
        guard let user else {
            return try statement("\(Self.sessionSQL) \(order)").all(map: Session.init)
        }
        return try statement("\(Self.sessionSQL) WHERE user = ? \(order)")
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
