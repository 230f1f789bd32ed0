import TimelineCore

extension ReadTransaction {
    /// The comment with an ID, unless its author has left: two look-ups by key.
    func comment(_ id: Comment.ID) throws -> Comment? {
        try statement(
            """
            SELECT c.post, u.uuid, c.text FROM comment c JOIN user u ON u.id = c.author
            WHERE c.id = ? AND NOT u.is_removed
            """
        )
        .first(id) { Comment(id: id, post: $0.id(0), author: $0.userID(1), text: $0.text(2)) }
    }

    /// Reads the index `comment_post` from the cursor on.
    ///
    /// One look-up of the comment and one of its author for each, no sort.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        try statement("\(Self.commentSQL) AND c.post = ? AND c.id > ? ORDER BY c.id LIMIT ?")
            .all(post, after?.pushID ?? .min, max(0, limit)) { CommentView($0, on: post) }
    }

    /// Reads the index `comment_post` backward.
    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        try statement("\(Self.commentSQL) AND c.post = ? ORDER BY c.id DESC LIMIT ?")
            .all(post, max(0, limit)) { CommentView($0, on: post) }
            .reversed()
    }

    /// Comments with their authors, without a range; columns as `CommentView` reads them.
    ///
    /// A removed author may have comments that are not deleted yet.
    private static let commentSQL = """
        SELECT \(User.columns), c.id, c.text FROM comment c CROSS JOIN user u ON u.id = c.author
        WHERE NOT u.is_removed
        """
}

extension CommentView {
    /// Reads a row of `commentSQL`.
    fileprivate init(_ row: ResultRow, on post: Post.ID) {
        self.init(
            id: row.id(User.columnCount),
            post: post,
            author: User(row),
            text: row.text(User.columnCount + 1)
        )
    }
}
