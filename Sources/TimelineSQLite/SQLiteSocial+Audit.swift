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

    func audit(repairing: Bool) throws -> [CountMismatch] {
        let counts = try Count.all.flatMap { count in
            let mismatches = try mismatches(count)
            if repairing, !mismatches.isEmpty {
                try run(
                    "UPDATE \(count.table) AS t SET \(count.column) = (\(count.recount))"
                )
            }
            return mismatches
        }
        return try counts + auditFound(repairing: repairing)
    }

    private func mismatches(_ count: Count) throws -> [CountMismatch] {
        let name = count.table == "user" ? "ifnull(shown_name, hex(uuid))" : "id"
        return try rows(
            """
            SELECT kept, found, name FROM
                (SELECT \(count.column) AS kept, (\(count.recount)) AS found, \(name) AS name
                 FROM \(count.table) t)
            WHERE kept <> found
            """
        ) { row in
            let id = count.table == "post" ? row.pushID(2)?.description : nil
            let name = id ?? (row[2] as String)
            return CountMismatch(subject: count.subject + name, kept: row[0], found: row[1])
        }
    }
}
