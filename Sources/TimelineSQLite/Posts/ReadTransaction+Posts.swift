import Foundation
import TimelineCore

extension ReadTransaction {
    /// Reads the index `post_author` backward from the cursor.
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

    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID] {
        try ids(endingWith: text, in: "post INDEXED BY post_author", limit: limit)
    }

    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID] {
        try ids(endingWith: text, in: "comment INDEXED BY comment_author", limit: limit)
    }

    /// Reads the whole table, which has one row per item that a repair ever moved.
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
