import Foundation
import TimelineCore

/// A stored count, with the query that recounts it.
///
/// The list of kinds is also the order of an audit, and a cursor contains the index of its kind in
/// this list.
private struct StoredCount {
    /// The table that contains the count: `user` or `post`.
    let table: String
    /// The column that contains the count.
    let column: String
    /// A subquery that recounts the items of row `t`.
    let recount: String
    /// The kind of items counted, for the report.
    let items: CountedItems

    /// The five kinds of counts, in the order of an audit.
    ///
    /// The recounts omit posts and comments by removed users, which are hidden but may not have
    /// been deleted yet (decision 26). The likes and follows of removed users are deleted
    /// immediately.
    static let all = [
        StoredCount(
            table: "user",
            column: "post_count",
            recount: "SELECT count(*) FROM post WHERE author = t.id AND NOT t.is_removed",
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
            recount: """
                SELECT count(*) FROM comment c CROSS JOIN user u ON u.id = c.author
                WHERE c.post = t.id AND NOT u.is_removed
                """,
            items: .comments
        ),
    ]
}

/// A part of an audit: one kind of count in a range of rows, or all indexes.
///
/// The bounds are computed in one snapshot and used in others, so that all rounds of a repair
/// compare the same rows.
struct AuditPart {
    /// The index of the kind in the list of counts, or the end of the list for the indexes.
    fileprivate let kind: Int
    /// The last key before the part, and the last key in the part.
    fileprivate let after, through: any StatementArgument
    /// The cursor of the next part, or `nil` if this is the last part.
    let next: AuditCursor?
}

extension SharedTables {
    /// Returns the part after a cursor, which covers at most `limit` rows.
    ///
    /// An `OFFSET` in the primary key finds the end of the range. It skips as many entries as the
    /// part has rows.
    ///
    /// - Parameters:
    ///   - cursor: The end of the previous part, or `nil` for the first part.
    ///   - limit: The maximum number of rows. Values below 1 are treated as 1.
    /// - Returns: The part. If the table has too few rows to fill the part, its cursor leads to the
    ///   next kind of count or, after the last kind, to the indexes.
    /// - Throws: `SQLiteError`.
    func auditPart(after cursor: AuditCursor?, _ limit: Int) throws -> AuditPart {
        let kind = cursor?.kind ?? 0
        guard StoredCount.all.indices.contains(kind) else {
            return AuditPart(kind: kind, after: Int64.min, through: Int64.max, next: nil)
        }
        let isOfPosts = StoredCount.all[kind].table == "post"
        func key(_ text: String?, or bound: (posts: PushID, users: Int64)) -> any StatementArgument
        {
            isOfPosts
                ? text.flatMap(PushID.init) ?? bound.posts
                : text.flatMap { Int64($0) } ?? bound.users
        }
        let after = key(cursor?.last, or: (.min, .min))
        let last = try statement(
            """
            SELECT id FROM \(StoredCount.all[kind].table) WHERE id > ?1
            ORDER BY id LIMIT 1 OFFSET ?2
            """
        )
        .first(after, max(1, limit) - 1) { row in
            isOfPosts ? row.pushID(0).description : String(row.int64(0))
        }
        return AuditPart(
            kind: kind,
            after: after,
            through: key(last, or: (.max, .max)),
            next: last.map { AuditCursor(kind: kind, last: $0) }
                ?? AuditCursor(kind: kind + 1, last: "")
        )
    }

    /// Compares a part with a recount.
    ///
    /// - Parameter part: A part of this store.
    /// - Returns: The mismatches, and the steps that repair them.
    /// - Throws: `SQLiteError`.
    func audit(_ part: AuditPart) throws -> StoreAudit {
        guard StoredCount.all.indices.contains(part.kind) else { return try auditIndexes() }
        return try audit(StoredCount.all[part.kind], in: part)
    }

    /// Recounts one kind of count in a part.
    ///
    /// The repair recounts each wrong row again, because other processes may have written since the
    /// audit.
    ///
    /// Each recount reads a range of an index, so the cost of a part is proportional to the number
    /// of counted items.
    private func audit(_ count: StoredCount, in part: AuditPart) throws -> StoreAudit {
        let isOfPosts = count.table == "post"
        let name = isOfPosts ? "NULL" : "ifnull(shown_name, hex(uuid))"
        let wrong = try statement(
            """
            SELECT stored, expected, name, id FROM
                (SELECT \(count.column) AS stored, (\(count.recount)) AS expected, \(name) AS name, id
                 FROM \(count.table) t
                 WHERE id > ?1 AND id <= ?2)
            WHERE stored <> expected
            """
        )
        .all(part.after, part.through) { row in
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

    /// Advances the store's epoch after a repair, as every batch does, so that observers notice the
    /// repair.
    ///
    /// Call this method in the last transaction of a repair or after it. It invalidates the cached
    /// users and follows in all processes.
    func advanceEpoch() throws {
        try statement("UPDATE clock SET epoch = epoch + 1").run()
    }
}
