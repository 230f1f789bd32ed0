import Foundation
import TimelineCore

extension ReadTransaction {
    /// Reads the index `post_author` backward from the cursor.
    ///
    /// Costs one look-up of the author and as many entries as the page has.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID] {
        guard let rowID = try tables.rowID(ofVisible: author) else { return [] }
        return try statement(
            "SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3"
        )
        .all(range, rowID) { $0.id(0) }
    }

    /// Reads the primary key backward from the cursor.
    func postIDs(in range: PostRange) throws -> [Post.ID] {
        try statement("SELECT id FROM post WHERE id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3")
            .all(range) { $0.id(0) }
    }

    /// The posts with an ID that ends with a text; reads all of `post_author` (decision 6).
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID] {
        try ids(endingWith: text, in: "post INDEXED BY post_author", limit: limit)
    }

    /// The comments with an ID that ends with a text; reads all of `comment_author`.
    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID] {
        try ids(endingWith: text, in: "comment INDEXED BY comment_author", limit: limit)
    }

    /// Reads the whole table, which has one row per item that a repair ever moved.
    ///
    /// Full old IDs have that ending as well, so cursors and typed IDs resolve through this too.
    func movedIDs(endingWith text: String, limit: Int) throws -> [PushID] {
        try statement("SELECT old, new FROM moved_id ORDER BY old")
            .all { (old: $0.pushID(0), new: $0.pushID(1)) }
            .filter { $0.old.description.hasSuffix(text) }
            .prefix(max(0, limit))
            .map(\.new)
    }

    /// Scans the smallest index for IDs that end with a text.
    ///
    /// An index of endings would have a random order: maintaining it would cost each post more than
    /// a scan costs the few commands that resolve a short ID.
    ///
    /// Four characters of the text form are three bytes, so SQLite compares the last whole groups,
    /// and Swift the rest. A text of fewer than four characters has no whole group; then every ID
    /// is read.
    ///
    /// - Parameters:
    ///   - text: the ending, in the alphabet of push IDs; any other text matches nothing.
    ///   - table: the table and its index, for the `FROM` clause.
    ///   - limit: the maximum number of IDs.
    /// - Returns: the IDs in ascending order.
    /// - Throws: `DatabaseError`.
    private func ids<Subject>(
        endingWith text: String,
        in table: String,
        limit: Int
    ) throws -> [PushIdentifier<Subject>] {
        guard let ending = PushID.bytes(ofEnding: text) else { return [] }
        return try statement(
            "SELECT id FROM \(table) WHERE ?1 = 0 OR substr(id, -?1) = ?2 ORDER BY id"
        )
        .all(ending.count, Data(ending)) { $0.id(0) }
        // The bytes spell whole groups of four characters; the others are compared as text.
        .filter { $0.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.self)
    }
}
