public import Foundation
import GRDB
public import TimelineCore

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocols say what each does.
extension SQLiteRepository {
    public func add(_ session: Session) throws {
        try run(
            """
            INSERT INTO session
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?2)
            """,
            session.id.bytes,
            session.user.data,
            session.createdAt.milliseconds,
            session.lastUsedAt.milliseconds,
            session.label
        )
    }

    public func session(_ id: Session.ID) throws -> Session? {
        try sessions("WHERE id = ?", id.bytes).first
    }

    public func sessions(of user: User.ID) throws -> [Session] {
        try sessions("WHERE user = ? ORDER BY last_used_at DESC, id DESC", user.data)
    }

    public func touch(_ id: Session.ID, at date: Date) throws {
        try writingIfPossible {
            try $0.execute(
                sql: "UPDATE session SET last_used_at = ? WHERE id = ?",
                arguments: [date.milliseconds, id.bytes]
            )
        }
    }

    public func removeSession(_ id: Session.ID) throws {
        try run("DELETE FROM session WHERE id = ?", id.bytes)
    }

    public func removeSessions(of user: User.ID, except kept: Session.ID?) throws {
        try run("DELETE FROM session WHERE user = ? AND id IS NOT ?", user.data, kept?.bytes)
    }

    private func sessions(_ condition: String, _ value: Data) throws -> [Session] {
        try reading { database in
            try SQLiteSocial(database: database)
                .rows(
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
    }
}
