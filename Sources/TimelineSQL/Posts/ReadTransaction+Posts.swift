import Foundation
import TimelineCore

extension ReadTransaction {
    /// Returns a page of the posts of a selection, newest first.
    ///
    /// Each statement reads an index in the order of the posts, backwards from the cursor: the
    /// primary key of all posts, `post_author`, the primary key of `post_tag`, `post_place_id`, or two
    /// indexes of blobs. A post with a tag in several texts has several adjacent rows, so `DISTINCT` requires
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
            return try postIDs(byRow: rowID, in: range)
        case .tagged(let tag):
            return try statement(
                """
                SELECT DISTINCT post FROM post_tag WHERE tag = ?4 AND post \(isInRange)
                ORDER BY post DESC LIMIT ?3
                """
            )
            .all(range, tag.name) { $0.id(0) }
        case .near(let vicinity): return try postIDs(near: vicinity, in: range)
        case .placeNumber(let number):
            return try statement(
                """
                SELECT id FROM post WHERE place_id = ?4 AND id < ?1 AND id > ?2
                ORDER BY id DESC LIMIT ?3
                """
            )
            .all(range, number) { $0.id(0) }
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

    /// Returns the posts by the user with the given row ID.
    func postIDs(byRow author: Int64, in range: PostRange) throws -> [Post.ID] {
        try statement(
            """
            SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2
            ORDER BY id DESC LIMIT ?3
            """
        )
        .all(range, author) { $0.id(0) }
    }

    /// Returns posts that a user likes, in the order of the likes' stamps.
    ///
    /// The statement reads only the index `post_like_user`, which ends with the primary key, in its
    /// order or backwards.
    func likes(
        by user: User.ID,
        beyond stamp: PushID,
        ascending isAscending: Bool,
        limit: Int
    ) throws -> [(post: Post.ID, stamp: PushID)] {
        guard let rowID = try tables.rowID(ofVisible: user) else { return [] }
        let (comparison, order) = isAscending ? (">", "ASC") : ("<", "DESC")
        return try statement(
            """
            SELECT post, stamp FROM post_like INDEXED BY post_like_user
            WHERE user = ?1 AND stamp \(comparison) ?2
            ORDER BY stamp \(order), post \(order) LIMIT ?3
            """
        )
        .all(rowID, stamp, max(0, limit)) { (post: $0.id(0), stamp: $0.pushID(1)) }
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
    /// - Throws: A database error.
    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) throws -> [PushID] {
        guard let ending = PushID.bytes(ofEnding: text) else { return [] }
        let table = kind == .post ? "post" : "comment"
        return try statement(
            "SELECT id FROM \(table) INDEXED BY \(table)_author WHERE ?1 = 0 OR substr(id, length(id) - ?1 + 1) = ?2 ORDER BY id"
        )
        .all(ending.count, Data(ending)) { $0.pushID(0) }
        // The bytes cover only complete groups of four characters, so compare the rest as text.
        .filter { $0.description.hasSuffix(text) }
        .prefix(max(0, limit))
        .map(\.self)
    }
}

extension ReadTransaction {
    /// Reads complete posts, with their photos, in one statement per 200 posts.
    ///
    /// This is the second step of reading a page, after the IDs have been found. For each post, the
    /// statement makes one lookup in `post` and reads a range of `photo`. Posts with likes require
    /// another lookup for the viewer's own like. Most authors are in the cache, and each other
    /// author requires a separate statement.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the posts, in the order of the page.
    ///   - viewer: The ID of the viewer, or `nil` for a guest.
    /// - Returns: The posts in the same order, omitting those that do not exist or have a hidden
    ///   author.
    /// - Throws: A database error.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        guard !ids.isEmpty else { return [] }
        let info = try snapshotInfo(for: viewer)
        try foreseePosts(ids, for: viewer, in: info)
        var authors = PageAuthors(reader: self, info: info)
        var views: [PostView] = []
        views.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: PageStatement.largest.size) {
            let part = Array(ids[start..<min(start + PageStatement.largest.size, ids.count)])
            let rows = try rows(of: part, for: info.viewer?.rowID)
            views += try rows.compactMap { try $0?.view(&authors) }
        }
        return views
    }

    /// Returns the numbers of comments and likes on a post by users with an account.
    ///
    /// The statement reads the range of the post in `comment_post` and in the primary key of
    /// `post_like`, with one lookup of the author for each entry. It returns no texts and no users.
    func localCounts(of post: Post.ID) throws -> (comments: Int, likes: Int) {
        let counts = try statement(
            """
            SELECT (
                SELECT count(*) FROM comment c INDEXED BY comment_post
                CROSS JOIN user u ON u.id = c.author
                WHERE c.post = ?1 AND u.username_precedence = x'00' AND NOT u.is_deleted
            ), (
                SELECT count(*) FROM post_like l CROSS JOIN user u ON u.id = l.user
                WHERE l.post = ?1 AND u.username_precedence = x'00'
                    AND NOT u.is_deleted
            )
            """
        )
        .first(post) { (comments: $0.int(0), likes: $0.int(1)) }
        return counts ?? (0, 0)
    }

    /// Returns the rows of at most 200 posts, with `nil` in place of posts that do not exist.
    ///
    /// A post with several photos has one row per photo. Each of these rows repeats the post's
    /// columns, so they are read only from the first row. Each row contains the number of its post
    /// in the list, so the rows may be in any order.
    func rows(of ids: [Post.ID], for viewer: Int64?) throws -> [PageRow?] {
        var rows = [PageRow?](repeating: nil, count: ids.count)
        func take(_ row: ResultRow) {
            let index = row.int(0)
            if rows[index] == nil { rows[index] = PageRow(row, ids[index]) }
            if let photo = Photo(row, at: 11) {
                rows[index]?.photos.append((row.int64(10), photo))
            }
        }
        switch connection.dialect {
        case .sqlite:
            let page = PageStatement.fitting(ids.count)
            let unused = repeatElement(nil as Post.ID?, count: page.size - ids.count)
            try statement(page.sql).forEach(viewer, ids.map(Optional.some) + unused, body: take)
        case .postgres:
            try statement(PageStatement.postgres)
                .forEach(viewer, PushIDArray(ids.map(\.pushID)), body: take)
        }
        return rows
    }
}

/// A statement that reads pages of up to `size` posts.
///
/// Pages of similar length share a statement, in which shorter pages set the remaining parameters
/// to `NULL`. Preparing a separate statement for every length would cost more. `CROSS JOIN` fixes
/// the order of the loops, from the IDs to the posts. The query reads the viewer's like only for
/// posts that have likes.
///
/// This statement is larger than any other. Each reader connection prepares each size once.
private struct PageStatement {
    /// The maximum number of posts that the statement can read.
    let size: Int
    /// The SQL, with the viewer's row ID as the first parameter, followed by the posts' IDs.
    let sql: String

    /// The statement for the parts into which longer lists are divided.
    ///
    /// Its size is well below SQLite's limit on the number of parameters.
    static let largest = PageStatement(200)
    /// The statements for common page sizes, including one for a single post.
    private static let smaller = [1, 10, 20, 50, 100].map(PageStatement.init)

    /// Returns the smallest statement that can read the given number of posts.
    static func fitting(_ count: Int) -> PageStatement {
        smaller.first { $0.size >= count } ?? largest
    }

    /// Creates a statement for the given number of posts.
    private init(_ size: Int) {
        self.size = size
        let values = (0..<size).map { "(\($0), ?\($0 + 2))" }.joined(separator: ",")
        sql = """
            WITH page (number, id) AS (VALUES \(values))
            \(Self.rows(.sqlite))
            """
    }

    /// The same statement in PostgreSQL, where an array has any number of IDs.
    static let postgres = """
        WITH page (id, number) AS (
            SELECT id, number - 1 FROM unnest(CAST(?2 AS BYTEA[])) WITH ORDINALITY ids (id, number)
        )
        \(rows(.postgres))
        """

    private static func rows(_ dialect: SQLDialect) -> String {
        """
        SELECT page.number, p.author, p.caption, p.place_name, p.latitude, p.longitude,
            \(dialect.count("like_count", of: "post")), \(dialect.count("comment_count", of: "post")),
            \(dialect.count("like_count", of: "post")) > 0
                AND EXISTS (SELECT 1 FROM post_like WHERE post = p.id AND user = ?1),
            p.edited_at, h.position, \(Photo.columns("h."))
        FROM page CROSS JOIN post p ON p.id = page.id LEFT JOIN photo h ON h.post = p.id
        """
    }
}

/// A post on a page, without its author.
///
/// The author is looked up after the statement has finished.
struct PageRow {
    private let id: Post.ID
    /// The row ID of the author.
    private let author: Int64
    /// The caption after the most recent edit.
    private let caption: String
    /// The place, if any, with a name, a position or both.
    private let place: Place?
    private let likeCount: Int
    private let commentCount: Int
    /// Whether the viewer likes the post, which is `false` for a guest.
    private let likedByViewer: Bool
    /// The time of the last edit, if any.
    private let editedAt: Date?
    /// The photos in the order of the rows, which may differ from the order of their positions.
    var photos: [(position: Int64, photo: Photo)] = []

    /// Creates a post from the first columns of a row, which precede the columns of the photo.
    init(_ row: ResultRow, _ id: Post.ID) {
        self.id = id
        author = row.int64(1)
        caption = row.text(2)
        place = Place(row, at: 3)
        likeCount = row.int(6)
        commentCount = row.int(7)
        likedByViewer = row.bool(8)
        editedAt = row.isNull(9) ? nil : row.date(9)
    }

    /// Returns the post as the viewer sees it, or `nil` if its author has no profile.
    func view(_ authors: inout PageAuthors) throws -> PostView? {
        try authors.user(rowID: author)
            .map { author in
                PostView(
                    id: id,
                    author: author,
                    caption: caption,
                    place: place,
                    photos: photos.sorted { $0.position < $1.position }.map(\.photo),
                    likeCount: likeCount,
                    commentCount: commentCount,
                    likedByViewer: likedByViewer,
                    editedAt: editedAt
                )
            }
    }
}

/// The authors of the posts on a page.
///
/// Each author is looked up only once, because access to the shared cache requires a lock.
struct PageAuthors {
    /// The snapshot from which the page is read.
    let reader: ReadTransaction
    /// The epoch and the cache of the snapshot.
    let info: SnapshotInfo
    /// The authors already looked up, by row ID, omitting those without a profile.
    private var users: [Int64: User] = [:]

    /// Creates an empty collection of authors.
    init(reader: ReadTransaction, info: SnapshotInfo) {
        self.reader = reader
        self.info = info
    }

    /// Returns an author, or `nil` if the author has no profile.
    ///
    /// Most pages contain several posts by the same author.
    mutating func user(rowID: Int64) throws -> User? {
        if let user = users[rowID] { return user }
        let user = try reader.user(rowID: rowID, in: info)
        users[rowID] = user
        return user
    }
}
