import Foundation
import TimelineCore

extension ReadTransaction {
    /// Returns a page of the posts of a selection, newest first.
    ///
    /// Each statement reads an index in the order of the posts, backwards from the cursor: the
    /// primary key of all posts, `post_author`, the primary key of `post_tag`, or two indexes of
    /// blobs. A post with a tag in several texts has several adjacent rows, so `DISTINCT` requires
    /// no sorting.
    func postIDs(_ selection: PostSelection, in range: PostRange) throws -> [Post.ID] {
        let isInRange = "< ?1 AND post > ?2"
        switch selection {
        case .all:
            return try statement(
                "SELECT id FROM post WHERE id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3"
            )
            .all(range) { $0.id(0) }
        case .by(let author):
            guard let rowID = try tables.rowID(ofVisible: author) else { return [] }
            return try statement(
                """
                SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2
                ORDER BY id DESC LIMIT ?3
                """
            )
            .all(range, rowID) { $0.id(0) }
        case .tagged(let tag):
            return try statement(
                """
                SELECT DISTINCT post FROM post_tag WHERE tag = ?4 AND post \(isInRange)
                ORDER BY post DESC LIMIT ?3
                """
            )
            .all(range, tag.name) { $0.id(0) }
        case .near(let vicinity): return try postIDs(near: vicinity, in: range)
        case .showing(let blob):
            return try statement(
                """
                SELECT post FROM photo WHERE blob = ?4 AND post \(isInRange) UNION
                SELECT post FROM photo WHERE preview_blob = ?4 AND post \(isInRange)
                ORDER BY post DESC LIMIT ?3
                """
            )
            .all(range, blob) { $0.id(0) }
        }
    }

    /// Scans the smallest index of a table for IDs that end with the given text (decision 6).
    ///
    /// An index of endings would be in random order. Maintaining it would cost more for each post
    /// than a scan costs the few commands that resolve a short ID.
    ///
    /// Four characters of the text form encode three bytes. SQLite compares the complete groups of
    /// four characters, and Swift compares the rest. If the text has fewer than four characters,
    /// every ID is read.
    ///
    /// - Parameters:
    ///   - kind: The kind of the items.
    ///   - text: The ending, in the alphabet of push IDs. Any other text matches nothing.
    ///   - limit: The maximum number of IDs.
    /// - Returns: The IDs, in ascending order.
    /// - Throws: `SQLiteError`.
    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) throws -> [PushID] {
        guard let ending = PushID.bytes(ofEnding: text) else { return [] }
        let table = kind == .post ? "post" : "comment"
        return try statement(
            "SELECT id FROM \(table) INDEXED BY \(table)_author WHERE ?1 = 0 OR substr(id, -?1) = ?2 ORDER BY id"
        )
        .all(ending.count, Data(ending)) { $0.pushID(0) }
        // The bytes cover only complete groups of four characters, so compare the rest as text.
        .filter { $0.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.self)
    }
}
