import TimelineCore

extension ReadTransaction {
    /// Returns the comment with the given ID, unless its author was removed.
    ///
    /// The query makes two lookups by key.
    func comment(_ id: Comment.ID) throws -> Comment? {
        try statement(
            """
            SELECT c.post, u.uuid, c.text FROM comment c JOIN user u ON u.id = c.author
            WHERE c.id = ? AND NOT u.is_deleted
            """
        )
        .first(id) { Comment(id: id, post: $0.id(0), author: $0.userID(1), text: $0.text(2)) }
    }

    /// Returns a page of the comments on a post, oldest first.
    ///
    /// The query reads the `comment_post` index from the cursor and looks up each comment and its
    /// author. It does not sort.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        try statement("\(Self.commentSQL) AND c.post = ? AND c.id > ? ORDER BY c.id LIMIT ?")
            .all(post, after?.pushID ?? .min, max(0, limit)) { CommentView($0, on: post) }
    }

    /// Returns the IDs of a user's comments within a range, newest first.
    ///
    /// The query reads the `comment_author` index, which ends with the primary key, backwards from the
    /// cursor. It looks up the authors of the posts, whose accounts may have been deleted. It does
    /// not sort.
    func commentIDs(by author: User.ID, in range: PostRange) throws -> [Comment.ID] {
        guard let rowID = try tables.rowID(ofVisible: author) else { return [] }
        return try statement(
            """
            SELECT c.id FROM comment c INDEXED BY comment_author
            CROSS JOIN user a ON a.id = c.post_author
            WHERE c.author = ?4 AND c.id < ?1 AND c.id > ?2 AND NOT a.is_deleted
            ORDER BY c.id DESC LIMIT ?3
            """
        )
        .all(range, rowID) { $0.id(0) }
    }

    /// Returns the newest comments on a post by users who have not left, oldest first.
    ///
    /// The query reads the `comment_post` index backwards.
    private func presentComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        try statement("\(Self.commentSQL) AND c.post = ? ORDER BY c.id DESC LIMIT ?")
            .all(post, max(0, limit)) { CommentView($0, on: post) }
            .reversed()
    }

    /// Returns the newest comments on each of the given posts, oldest first.
    ///
    /// A single statement reads the `comment_post` index backwards for all posts on a page, and
    /// most authors are in the cache.
    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]] {
        guard limit > 0 else { return [:] }
        let info = try anySnapshotInfo()
        var comments: [Post.ID: [CommentView]] = [:]
        var incomplete: Set<Post.ID> = []
        for row in try newestRows(onEach: Array(Set(posts)), limit: limit) {
            if let author = try user(rowID: row.author, in: info) {
                let view = CommentView(
                    id: row.id,
                    post: row.post,
                    author: author,
                    text: row.text
                )
                comments[row.post, default: []].append(view)
            } else {
                // A removed author may have comments that have not been deleted yet.
                incomplete.insert(row.post)
            }
        }
        for post in incomplete { comments[post] = try presentComments(on: post, limit: limit) }
        return comments.filter { !$1.isEmpty }.mapValues { $0.sorted { $0.id < $1.id } }
    }

    /// Returns the rows of the newest comments on each post, in no particular order.
    func newestRows(onEach posts: [Post.ID], limit: Int) throws -> [CommentRow] {
        var rows: [CommentRow] = []
        guard connection.dialect == .sqlite else {
            // All posts of the page, whose comments are foreseen, or these.
            let asked = completion.posts.isSuperset(of: posts) ? completion.posts : Set(posts)
            let wanted = Set(posts)
            return try statement(CommentStatement.postgres)
                .all(limit, PushIDArray(asked.sorted().map(\.pushID))) { row in
                    let comment = CommentRow(row)
                    return wanted.contains(comment.post) ? comment : nil
                }
        }
        for start in stride(from: 0, to: posts.count, by: CommentStatement.largest.size) {
            let part = posts[start..<min(start + CommentStatement.largest.size, posts.count)]
            let page = CommentStatement.fitting(part.count)
            let unused = repeatElement(nil as Post.ID?, count: page.size - part.count)
            rows += try statement(page.sql)
                .all(limit, part.map(Optional.some) + unused, map: CommentRow.init)
        }
        return rows
    }

    /// The start of each query for comments with their authors, to which conditions are appended.
    ///
    /// The columns are those that `CommentView` reads. Comments by deleted accounts are excluded,
    /// because they may not have been deleted yet.
    private static let commentSQL = """
        SELECT \(User.columns), c.id, c.text FROM comment c CROSS JOIN user u ON u.id = c.author
        WHERE NOT u.is_deleted
        """
}

extension CommentView {
    /// Creates a comment from a row of `commentSQL`.
    fileprivate init(_ row: ResultRow, on post: Post.ID) {
        self.init(
            id: row.id(User.columnCount),
            post: post,
            author: User(row),
            text: row.text(User.columnCount + 1)
        )
    }
}

/// A comment with its author's row ID instead of the author's profile.
struct CommentRow {
    let id: Comment.ID
    let post: Post.ID
    let author: Int64
    let text: String

    init(_ row: ResultRow) {
        post = row.id(0)
        id = row.id(1)
        author = row.int64(2)
        text = row.text(3)
    }
}

/// A statement that reads the newest comments on up to `size` posts.
///
/// Three sizes are used for all pages. Shorter pages set the remaining parameters to `NULL`.
private struct CommentStatement {
    let size: Int
    /// The SQL, with the number of comments as the first parameter, followed by the posts' IDs.
    let sql: String

    static let largest = CommentStatement(200)
    private static let usual = CommentStatement(20)
    private static let single = CommentStatement(1)

    /// Returns the smallest statement that can read the comments on the given number of posts.
    static func fitting(_ count: Int) -> CommentStatement {
        count == 1 ? single : count <= usual.size ? usual : largest
    }

    private init(_ size: Int) {
        self.size = size
        sql = """
            WITH page (id) AS (VALUES \((0..<size).map { "(?\($0 + 2))" }.joined(separator: ",")))
            SELECT page.id, c.id, c.author, c.text FROM page CROSS JOIN comment c
            ON c.id IN (
                SELECT id FROM comment INDEXED BY comment_post WHERE post = page.id
                ORDER BY id DESC LIMIT ?1
            )
            """
    }

    /// The same statement in PostgreSQL, which reads the newest comments of each post in turn.
    static let postgres = """
        SELECT page.id, c.id, c.author, c.text FROM unnest(CAST(?2 AS BYTEA[])) page (id)
        CROSS JOIN LATERAL (
            SELECT id, author, text FROM comment WHERE post = page.id ORDER BY id DESC LIMIT ?1
        ) c
        """
}
