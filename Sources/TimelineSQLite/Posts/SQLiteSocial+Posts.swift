import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial: SocialReader {
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID] {
        try row(of: author).map { try postIDs(by: $0, in: range) } ?? []
    }

    func postIDs(by author: Int64, in range: PostRange) throws -> [Post.ID] {
        let statement = try HotStatement(
            "SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3",
            in: database
        )
        statement.bind(range)
        statement.bind(author, at: 4)
        return try statement.pushIDs()
    }

    func postIDs(in range: PostRange) throws -> [Post.ID] {
        let statement = try HotStatement(
            "SELECT id FROM post WHERE id < ?1 AND id > ?2 ORDER BY id DESC LIMIT ?3",
            in: database
        )
        statement.bind(range)
        return try statement.pushIDs()
    }

    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID] {
        try identifiers(endingWith: text, in: "post INDEXED BY post_author", limit: limit)
    }

    func comment(_ id: Comment.ID) throws -> Comment? {
        try rows(
            """
            SELECT c.post, u.uuid, c.text FROM comment c JOIN user u ON u.id = c.author WHERE c.id = ?
            """,
            id.data
        ) { row in
            Comment(id: id, post: row.identifier(0), author: User.ID(data: row[1]), text: row[2])
        }
        .first
    }

    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        try comments(
            on: post,
            "c.post = ? AND c.id > ? ORDER BY c.id LIMIT ?",
            (after?.pushID ?? .min).data,
            max(0, limit)
        )
    }

    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        try comments(
            on: post,
            "c.id IN (SELECT id FROM comment WHERE post = ? ORDER BY id DESC LIMIT ?) ORDER BY c.id",
            max(0, limit)
        )
    }

    private func comments(
        on post: Post.ID,
        _ condition: String,
        _ arguments: any DatabaseValueConvertible...
    ) throws -> [CommentView] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(User.columns), c.id, c.text FROM comment c JOIN user u ON u.id = c.author
                WHERE \(condition)
                """
        )
        let values = StatementArguments([post.data as any DatabaseValueConvertible] + arguments)
        return try Row.fetchAll(statement, arguments: values)
            .map { row in
                CommentView(
                    id: row.identifier(User.columnCount),
                    post: post,
                    author: User(row: row),
                    text: row[User.columnCount + 1]
                )
            }
    }

    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID] {
        try identifiers(endingWith: text, in: "comment INDEXED BY comment_author", limit: limit)
    }

    func pendingBlobs(of author: User.ID) throws -> [BlobID] {
        try waitingChanges(for: author.data).flatMap(\.referencedBlobs)
    }

    func isReferenced(_ blob: BlobID) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM photo WHERE blob = ?1 UNION ALL
            SELECT 1 FROM user WHERE avatar_blob = ?1 UNION ALL
            SELECT 1 FROM waiting_change WHERE instr(change, ?2)
            """,
            blob.bytes,
            blob.description
        )
    }

    func postIDs(referencing blob: BlobID, limit: Int) throws -> [Post.ID] {
        try rows(
            "SELECT DISTINCT post FROM photo WHERE blob = ? ORDER BY post DESC LIMIT ?",
            blob.bytes,
            max(0, limit)
        ) { $0.identifier(0) }
    }

    func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM user
            WHERE avatar_blob = ?1 AND username IS NOT NULL AND (?2 IS NULL OR uuid = ?2)
            UNION ALL
            SELECT 1 FROM photo JOIN post ON post.id = photo.post JOIN user ON user.id = post.author
            WHERE photo.blob = ?1 AND username IS NOT NULL AND (?2 IS NULL OR uuid = ?2)
            """,
            blob.bytes,
            user?.data
        )
    }

    func referencedBlobs() throws -> Set<BlobID> {
        let shown = try rows(
            "SELECT blob FROM photo UNION SELECT avatar_blob FROM user WHERE avatar_blob IS NOT NULL"
        ) { BlobID(bytes: $0[0]) }
        let waiting = try blobsOfPendingChanges()
        return Set(shown.compactMap(\.self)).union(waiting)
    }

    /// The identifiers whose text ends so, found by going through a small index: there is none for
    /// endings, since its random order would cost more at each post than the look costs when asked.
    private func identifiers<Subject>(
        endingWith text: String,
        in table: String,
        limit: Int
    ) throws -> [PushIdentifier<Subject>] {
        guard let ending = PushID.bytes(ofEnding: text) else { return [] }
        return try rows(
            "SELECT id FROM \(table) WHERE ?1 = 0 OR substr(id, -?1) = ?2 ORDER BY id",
            ending.count,
            Data(ending)
        ) { $0.identifier(0) }
        .filter { $0.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.self)
    }
}
