import TimelineCore

extension ReadTransaction {
    func comment(_ id: Comment.ID) throws -> Comment? {
        try statement(
            """
            SELECT c.post, u.uuid, c.text FROM comment c JOIN user u ON u.id = c.author WHERE c.id = ?
            """
        )
        .first(id) { Comment(id: id, post: $0.id(0), author: $0.userID(1), text: $0.text(2)) }
    }

    /// Reads the index `comment_post` from the cursor on.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        try statement("\(Self.commentSQL) WHERE c.post = ? AND c.id > ? ORDER BY c.id LIMIT ?")
            .all(post, after?.pushID ?? .min, max(0, limit)) { CommentView($0, on: post) }
    }

    /// Selects the newest IDs from an index, and sorts only those.
    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        try statement(
            """
            \(Self.commentSQL) WHERE c.id IN (
                SELECT id FROM comment WHERE post = ? ORDER BY id DESC LIMIT ?
            ) ORDER BY c.id
            """
        )
        .all(post, max(0, limit)) { CommentView($0, on: post) }
    }

    /// Comments with their authors; columns as `CommentView` reads them.
    private static let commentSQL = """
        SELECT \(User.columns), c.id, c.text FROM comment c JOIN user u ON u.id = c.author
        """
}

extension CommentView {
    fileprivate init(_ row: ResultRow, on post: Post.ID) {
        self.init(
            id: row.id(User.columnCount),
            post: post,
            author: User(row),
            text: row.text(User.columnCount + 1)
        )
    }
}
