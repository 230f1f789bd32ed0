import Foundation
import TimelineCore

extension SharedTables {
    /// The steps of a repair that deletes superfluous tags and mentions and then adds the missing
    /// ones.
    ///
    /// Each of the four sweeps goes through a table in steps, in the order of its key: first the
    /// rows of `post_tag`, then the rows of `mention`, then all captions, and finally all comments.
    /// The sweeps also read rows that are correct, so they may repair more than the audit reported.
    static var entityRepairs: [RepairStep] {
        [
            .through(after: TagKey.start) { try $0.sweep(after: $1) },
            .through(after: MentionKey.start) { try $0.sweep(after: $1) },
            .through(after: PushID.min) { try $0.addEntities(ofComments: false, after: $1) },
            .through(after: PushID.min) { try $0.addEntities(ofComments: true, after: $1) },
        ]
    }

    /// Checks up to `RepairStep.rowLimit` rows of an index, and deletes those without a matching
    /// tag or mention in the text.
    ///
    /// The row comparison `(tag, post, comment) > (?, ?, ?)` is a single seek in the primary key.
    ///
    /// - Parameter key: The last row of the previous step.
    /// - Returns: The last row read, or `nil` at the end of the table.
    /// - Throws: `SQLiteError`.
    private func sweep<Key: EntityKey>(after key: Key) throws -> Key? {
        let keys = try statement(
            """
            SELECT \(Key.columns) FROM \(Key.table) WHERE (\(Key.columns)) > (?, ?, ?)
            ORDER BY \(Key.columns) LIMIT ?
            """
        )
        .all(key, RepairStep.rowLimit, map: Key.init)
        let delete = try statement(
            "DELETE FROM \(Key.table) WHERE (\(Key.columns)) = (?, ?, ?)"
        )
        for key in keys where try !key.isExpected(in: self) { try delete.run(key) }
        return keys.last
    }

    /// Adds the missing tags and mentions of up to `RepairStep.rowLimit` posts or comments.
    ///
    /// - Parameters:
    ///   - isComment: Whether to read comments rather than captions.
    ///   - id: The last ID of the previous step.
    /// - Returns: The last ID read, or `nil` at the end of the table.
    /// - Throws: `SQLiteError`.
    private func addEntities(ofComments isComment: Bool, after id: PushID) throws -> PushID? {
        let ids = try statement(
            "SELECT id FROM \(isComment ? "comment" : "post") WHERE id > ? ORDER BY id LIMIT ?"
        )
        .all(id, RepairStep.rowLimit) { $0.pushID(0) }
        let insertTag = try statement(
            "INSERT INTO post_tag VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        )
        for id in ids.map({ TextID($0, isComment: isComment) }) {
            guard let text = try text(id) else { continue }
            let entities = TextEntities(in: text.text)
            for tag in text.isByAuthor == true ? entities.tags : [] {
                try insertTag.run(tag.name, text.post, id.commentKey)
            }
            for name in entities.mentions { try insertMention(of: name, in: id) }
        }
        return ids.last
    }

    /// Recounts the posts with a tag.
    ///
    /// If no post has the tag, its row is deleted.
    func recount(tag: String) throws {
        let count =
            try statement("SELECT count(DISTINCT post) FROM post_tag WHERE tag = ?")
            .first(tag) { $0.int(0) } ?? 0
        guard count > 0 else {
            try statement("DELETE FROM tag WHERE name = ?").run(tag)
            return
        }
        try statement("INSERT INTO tag VALUES (?1, ?2) ON CONFLICT DO UPDATE SET post_count = ?2")
            .run(tag, count)
    }
}

/// The primary key of an index of tags or mentions, which has three columns.
///
/// As an argument of a statement, a key fills three parameters.
private protocol EntityKey: StatementArgument {
    /// The table to which the key belongs.
    static var table: String { get }
    /// The columns of the key, separated by commas.
    static var columns: String { get }
    /// A key that is lower than all keys in the table.
    static var start: Self { get }

    /// Creates a key from the columns of a row.
    init(_ row: ResultRow)

    /// Returns whether a text contains the tag or mention.
    func isExpected(in tables: SharedTables) throws -> Bool
}

/// The primary key of a row of `post_tag`.
///
/// The IDs are stored as bytes, because damage may have left values that are not push IDs.
private struct TagKey: EntityKey {
    static let table = "post_tag"
    static let columns = "tag, post, comment"
    static let start = TagKey(tag: "", post: Data(), comment: Data())

    /// The normalized tag.
    let tag: String
    /// The ID of the post, which has 15 bytes unless it is damaged.
    let post: Data
    /// The ID of the comment, which is empty for a caption.
    let comment: Data

    func bind(to parameters: inout StatementParameters) {
        tag.bind(to: &parameters)
        post.bind(to: &parameters)
        comment.bind(to: &parameters)
    }

    /// Returns whether the caption, or a comment by the post's author, contains the tag.
    func isExpected(in tables: SharedTables) throws -> Bool {
        guard let post = PushID(bytes: post).map(Post.ID.init) else { return false }
        let comment = PushID(bytes: comment).map(Comment.ID.init)
        guard let text = try tables.text(comment.map(TextID.comment) ?? .caption(post)) else {
            return false
        }
        return text.post == post && text.isByAuthor == true
            && TextEntities(in: text.text).tags.contains { $0.name == tag }
    }
}

extension TagKey {
    init(_ row: ResultRow) {
        self.init(tag: row.text(0), post: row.data(1), comment: row.data(2))
    }
}

/// The primary key of a row of `mention`.
///
/// The ID is stored as bytes, because damage may have left values that are not push IDs.
private struct MentionKey: EntityKey {
    static let table = "mention"
    static let columns = "name, id, is_comment"
    static let start = MentionKey(name: "", id: Data(), isComment: false)

    /// The mentioned username, in normalized form.
    let name: String
    /// The ID of the post or comment, which has 15 bytes unless it is damaged.
    let id: Data
    /// Whether the text is a comment rather than a caption.
    let isComment: Bool

    func bind(to parameters: inout StatementParameters) {
        name.bind(to: &parameters)
        id.bind(to: &parameters)
        isComment.bind(to: &parameters)
    }

    /// Returns whether the caption or comment contains the mention.
    func isExpected(in tables: SharedTables) throws -> Bool {
        guard let id = PushID(bytes: id),
            let text = try tables.text(TextID(id, isComment: isComment))
        else { return false }
        return TextEntities(in: text.text).mentions.contains(name)
    }
}

extension MentionKey {
    init(_ row: ResultRow) {
        self.init(name: row.text(0), id: row.data(1), isComment: row.bool(2))
    }
}
