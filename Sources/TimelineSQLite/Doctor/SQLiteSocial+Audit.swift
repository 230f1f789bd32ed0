import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// A count that is kept, and the query that counts it again for row `t`.
    private struct Count {
        let table: String
        let column: String
        let recount: String
        let subject: String

        static let all = [
            Count(
                table: "user",
                column: "post_count",
                recount: "SELECT count(*) FROM post WHERE author = t.id",
                subject: "posts of "
            ),
            Count(
                table: "user",
                column: "follower_count",
                recount: "SELECT count(*) FROM follow WHERE followed = t.id AND is_set",
                subject: "followers of "
            ),
            Count(
                table: "user",
                column: "following_count",
                recount: "SELECT count(*) FROM follow WHERE follower = t.id AND is_set",
                subject: "users followed by "
            ),
            Count(
                table: "post",
                column: "like_count",
                recount: "SELECT count(*) FROM post_like WHERE post = t.id AND is_set",
                subject: "likes of "
            ),
            Count(
                table: "post",
                column: "comment_count",
                recount: "SELECT count(*) FROM comment WHERE post = t.id",
                subject: "comments on "
            ),
        ]
    }

    /// Counts a change that no batch makes, so that observers see it.
    static let countEpoch = "UPDATE clock SET epoch = epoch + 1"

    /// Compares all counts and indexes with a recount.
    func audit() throws -> StoreAudit {
        try Count.all.map(audit).reduce(StoreAudit(), +) + auditFound()
    }

    private func audit(_ count: Count) throws -> StoreAudit {
        let name = count.table == "user" ? "ifnull(shown_name, hex(uuid))" : "id"
        let wrong = try rows(
            """
            SELECT kept, found, name, id FROM
                (SELECT \(count.column) AS kept, (\(count.recount)) AS found, \(name) AS name, id
                 FROM \(count.table) t)
            WHERE kept <> found
            """
        ) { row in
            let id = count.table == "post" ? row.pushID(2)?.description : nil
            let name = id ?? (row[2] as String)
            let subject = count.subject + name
            return (
                mismatch: CountMismatch(subject: subject, stored: row[0], expected: row[1]),
                key: row[3] as DatabaseValue
            )
        }
        guard !wrong.isEmpty else { return StoreAudit() }
        let update = """
            UPDATE \(count.table) AS t SET \(count.column) = (\(count.recount)) WHERE id = ?
            """
        let repair = RepairStep.each(of: wrong.map(\.key)) { try $0.run(update, $1) }
        return StoreAudit(mismatches: wrong.map(\.mismatch), repairs: [repair])
    }
}
