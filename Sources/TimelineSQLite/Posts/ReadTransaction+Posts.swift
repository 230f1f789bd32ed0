import Foundation
import TimelineCore

extension ReadTransaction {
    /// Returns a page of the posts by an author, newest first.
    ///
    /// The query looks up the author and reads the `post_author` index backwards from the cursor,
    /// as many entries as the page contains.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID] {
        guard let rowID = try tables.rowID(ofVisible: author) else { return [] }
        return try statement(
            "SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3"
        )
        .all(range, rowID) { $0.id(0) }
    }

    /// Returns a page of all posts, newest first, by reading the primary key backwards.
    func postIDs(in range: PostRange) throws -> [Post.ID] {
        try statement("SELECT id FROM post WHERE id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3")
            .all(range) { $0.id(0) }
    }

    /// Returns the posts with an ID that ends with the given text, by reading all of `post_author`
    /// (decision 6).
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID] {
        try ids(endingWith: text, in: "post INDEXED BY post_author", limit: limit)
    }

    /// Returns the comments with an ID that ends with the given text, by reading all of
    /// `comment_author`.
    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID] {
        try ids(endingWith: text, in: "comment INDEXED BY comment_author", limit: limit)
    }

    /// Scans the smallest index for IDs that end with the given text.
    ///
    /// An index of endings would be in random order. Maintaining it would cost more for each post
    /// than a scan costs the few commands that resolve a short ID.
    ///
    /// Four characters of the text form encode three bytes. SQLite compares the complete groups of
    /// four characters, and Swift compares the rest. If the text has fewer than four characters,
    /// every ID is read.
    ///
    /// - Parameters:
    ///   - text: The ending, in the alphabet of push IDs. Any other text matches nothing.
    ///   - table: The table and its index, for the `FROM` clause.
    ///   - limit: The maximum number of IDs.
    /// - Returns: The IDs, in ascending order.
    /// - Throws: `SQLiteError`.
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
        // The bytes cover only complete groups of four characters, so compare the rest as text.
        .filter { $0.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.self)
    }
}
