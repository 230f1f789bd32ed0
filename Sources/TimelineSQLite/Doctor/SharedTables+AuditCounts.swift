import Foundation
import TimelineCore

/// A count in a row, and the query that recounts it.
private struct StoredCount {
    let table: String
    let column: String
    /// A subquery about row `t`.
    let recount: String
    let items: CountedItems

    static let all = [
        StoredCount(
            table: "user",
            column: "post_count",
            recount: "SELECT count(*) FROM post WHERE author = t.id",
            items: .posts
        ),
        StoredCount(
            table: "user",
            column: "follower_count",
            recount: "SELECT count(*) FROM follow WHERE followed = t.id AND is_set",
            items: .followers
        ),
        StoredCount(
            table: "user",
            column: "following_count",
            recount: "SELECT count(*) FROM follow WHERE follower = t.id AND is_set",
            items: .following
        ),
        StoredCount(
            table: "post",
            column: "like_count",
            recount: "SELECT count(*) FROM post_like WHERE post = t.id AND is_set",
            items: .likes
        ),
        StoredCount(
            table: "post",
            column: "comment_count",
            recount: "SELECT count(*) FROM comment WHERE post = t.id",
            items: .comments
        ),
    ]
}

extension SharedTables {
    /// Compares all counts and indexes with a recount.
    ///
    /// - Throws: `DatabaseError`.
    func audit() throws -> StoreAudit {
        try StoredCount.all.map(audit).reduce(StoreAudit(), +) + auditIndexes()
    }

    /// Recounts one kind of count; its repair recounts each wrong row again, since others may have
    /// written since.
    private func audit(_ count: StoredCount) throws -> StoreAudit {
        let isOfPosts = count.table == "post"
        let name = isOfPosts ? "NULL" : "ifnull(shown_name, hex(uuid))"
        let wrong = try statement(
            """
            SELECT stored, expected, name, id FROM
                (SELECT \(count.column) AS stored, (\(count.recount)) AS expected, \(name) AS name, id
                 FROM \(count.table) t)
            WHERE stored <> expected
            """
        )
        .all { row in
            let key: any StatementArgument = isOfPosts ? row.pushID(3) : row.int64(3)
            let name = isOfPosts ? row.pushID(3).description : row.text(2)
            return (
                mismatch: CountMismatch(
                    count.items,
                    of: name,
                    stored: row.int(0),
                    expected: row.int(1)
                ),
                key: key
            )
        }
        guard !wrong.isEmpty else { return StoreAudit() }
        let update = """
            UPDATE \(count.table) AS t SET \(count.column) = (\(count.recount)) WHERE id = ?
            """
        let repair = RepairStep.each(of: wrong.map(\.key)) { tables, key in
            try tables.statement(update).run(key)
        }
        return StoreAudit(mismatches: wrong.map(\.mismatch), repairs: [repair])
    }

    /// Advances the store's epoch after a repair, as every batch does, so that observers notice.
    func advanceEpoch() throws {
        try statement("UPDATE clock SET epoch = epoch + 1").run()
    }
}
