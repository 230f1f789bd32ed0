import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// Gives an author's posts, comments and settings newer than `limit` new IDs and stamps at the present.
    ///
    /// - Returns: how many stamps there were.
    func moveToPresent(
        _ author: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        guard let row = try row(of: author) else { return 0 }
        let waiting = try waitingChanges().filter { $0.author == author }.map(\.stamp)
        let stamps = try stamps(of: row).union(waiting)
        let kept = stamps.filter { $0 <= limit }.max() ?? .min
        var source = PushIDSource(after: kept, environment: environment)
        let future = stamps.filter { $0 > limit }.sorted()
        for old in future { try move(old, to: source.next(), by: row, author) }
        try run("UPDATE user SET newest_stamp = ? WHERE id = ?", source.newest.data, row)
        // What caches hold of the old IDs is invalid.
        try run(
            """
            UPDATE clock SET newest = ifnull((SELECT max(newest_stamp) FROM user), zeroblob(15)),
                late_posts = late_posts + 1, deletions = deletions + 1, epoch = epoch + 1
            """
        )
        try renewUsername(of: row)
        try rebuildFound()
        return future.count
    }

    private static let registers = ["username", "display_name", "bio", "url", "avatar"]

    /// All stamps of an author in the tables.
    private func stamps(of row: Int64) throws -> Set<PushID> {
        let registers = Self.registers.map { "SELECT \($0)_stamp FROM user WHERE id = ?1" }
        let stamps = try rows(
            """
            SELECT id FROM post WHERE author = ?1 UNION SELECT caption_stamp FROM post WHERE author = ?1
            UNION SELECT id FROM comment WHERE author = ?1
            UNION SELECT stamp FROM post_like WHERE user = ?1
            UNION SELECT stamp FROM follow WHERE follower = ?1
            UNION \(registers.joined(separator: " UNION "))
            """,
            row
        ) { $0.pushID(0) }
        return Set(stamps.compactMap(\.self))
    }

    private func move(
        _ old: PushID,
        to new: PushID,
        by row: Int64,
        _ author: User.ID
    ) throws {
        let isPost = try movePost(old, to: new, by: row)
        let isComment = try run(
            "UPDATE comment SET id = ?2 WHERE id = ?1 AND author = ?3",
            old.data,
            new.data,
            row
        )
        if isPost || isComment > 0 {
            try run("UPDATE moved_id SET new = ?2 WHERE new = ?1", old.data, new.data)
            try run("INSERT OR REPLACE INTO moved_id VALUES (?, ?)", old.data, new.data)
        }
        for (table, key, column) in [
            ("post", "author", "caption_stamp"), ("post_like", "user", "stamp"),
            ("follow", "follower", "stamp"),
        ] + Self.registers.map({ ("user", "id", "\($0)_stamp") }) {
            try run(
                "UPDATE \(table) SET \(column) = ?2 WHERE \(key) = ?3 AND \(column) = ?1",
                old.data,
                new.data,
                row
            )
        }
        try restampPending(old, to: new, by: author)
    }

    /// Copies a post under another ID, hands its photos, comments and likes to the copy, and deletes the original.
    ///
    /// - Returns: whether the author has such a post.
    private func movePost(_ old: PushID, to new: PushID, by row: Int64) throws -> Bool {
        let columns = """
            author, caption, caption_stamp, place_name, latitude, longitude, like_count, comment_count
            """
        let count = try run(
            """
            INSERT INTO post (id, \(columns)) SELECT ?2, \(columns) FROM post
            WHERE id = ?1 AND author = ?3
            """,
            old.data,
            new.data,
            row
        )
        guard count > 0 else { return false }
        for table in ["photo", "comment", "post_like"] {
            try run("UPDATE \(table) SET post = ?2 WHERE post = ?1", old.data, new.data)
        }
        try run("DELETE FROM post WHERE id = ?", old.data)
        try run(
            "UPDATE waiting_change SET dependency = ?2 WHERE dependency = ?1",
            old.data,
            new.data
        )
        return true
    }

    private func restampPending(_ old: PushID, to new: PushID, by author: User.ID) throws {
        let waiting = try rows(
            """
            SELECT dependency, change FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
            """,
            old.description
        ) { (dependency: $0[0] as Data, text: $0[1] as String) }
        for entry in waiting {
            // The doctor reports a change that cannot be read.
            guard let change = try? Change(pending: entry.text), change.author == author else {
                continue
            }
            try run(
                "UPDATE OR REPLACE waiting_change SET change = ? WHERE dependency = ? AND change = ?",
                JSONText.of(change.stamped(new)),
                entry.dependency,
                entry.text
            )
        }
    }

    // MARK: Reading moved IDs

    func movedIDs(endingWith text: String, limit: Int) throws -> [PushID] {
        try rows("SELECT old, new FROM moved_id ORDER BY old") { row in
            (old: row.pushID(0) ?? .min, new: row.pushID(1) ?? .min)
        }
        .filter { $0.old.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.new)
    }

    /// The ID that a moved post or comment has now; `nil` for all others.
    func currentID(of id: PushID) throws -> PushID? {
        guard batch?.hasMovedIDs != false else { return nil }
        return try rows("SELECT new FROM moved_id WHERE old = ?", id.data) { $0.pushID(0) }.first
            ?? nil
    }
}
