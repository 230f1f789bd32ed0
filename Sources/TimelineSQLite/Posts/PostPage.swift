import TimelineCore

extension ReadTransaction {
    /// Reads complete posts, with their photos, in one statement per 200; most authors come from
    /// the cache.
    ///
    /// The second half of every page: the first finds the IDs. Per post, the statement makes one
    /// look-up in `post` and reads a range of `photo`; posts with likes take another look-up for
    /// the viewer's own like. Authors that are not cached take a statement each.
    ///
    /// - Parameters:
    ///   - ids: the posts, in the order of the page.
    ///   - viewer: the user that sees them; `nil` for a guest.
    /// - Returns: the posts in the same order, without those that do not exist or that have a
    ///   hidden author.
    /// - Throws: `DatabaseError`.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        guard !ids.isEmpty else { return [] }
        let info = try snapshotInfo(for: viewer)
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

    /// The rows of at most 200 posts; `nil` for those that do not exist.
    ///
    /// A post with several photos has a row for each, which repeat the post's columns; the first
    /// one is read. Each row contains the number of its post in the list, so the rows may have any
    /// order.
    private func rows(of ids: [Post.ID], for viewer: Int64?) throws -> [PageRow?] {
        let page = PageStatement.fitting(ids.count)
        let unused = repeatElement(nil as Post.ID?, count: page.size - ids.count)
        let parameters = ids.map(Optional.some) + unused
        var rows = [PageRow?](repeating: nil, count: ids.count)
        try statement(page.sql)
            .forEach(viewer, parameters) { row in
                let index = row.int(0)
                if rows[index] == nil { rows[index] = PageRow(row, ids[index]) }
                if let photo = Photo(row, at: 10) {
                    rows[index]?.photos.append((row.int64(9), photo))
                }
            }
        return rows
    }
}

/// The statement that reads pages of up to `size` posts.
///
/// Pages of a few sizes share a statement, and shorter pages fill it with `NULL`: preparing one for
/// each length would cost more. `CROSS JOIN` fixes the order of the loops, from the IDs to the
/// posts. The query reads the viewer's like only for posts that have likes.
///
/// The statement is larger than any other; each reader connection prepares a size once.
private struct PageStatement {
    /// The number of posts that the statement has room for.
    let size: Int
    /// Its parameters are the viewer's row ID and then the posts' IDs.
    let sql: String

    /// The size of the parts into which longer lists are divided; well below SQLite's limit on
    /// parameters.
    static let largest = PageStatement(200)
    /// The usual sizes of pages; a single post has its own.
    private static let smaller = [1, 10, 20, 50, 100].map(PageStatement.init)

    /// The smallest statement with room for a number of posts.
    static func fitting(_ count: Int) -> PageStatement {
        smaller.first { $0.size >= count } ?? largest
    }

    /// Builds the SQL for a number of posts.
    private init(_ size: Int) {
        self.size = size
        sql = """
            WITH page (number, id) AS (
                VALUES \((0..<size).map { "(\($0), ?\($0 + 2))" }.joined(separator: ","))
            )
            SELECT page.number, p.author, p.caption, p.place_name, p.latitude, p.longitude, p.like_count,
                p.comment_count, p.like_count > 0
                    AND EXISTS (SELECT 1 FROM post_like WHERE post = p.id AND user = ?1 AND is_set),
                h.position, \(Photo.columns("h."))
            FROM page CROSS JOIN post p ON p.id = page.id LEFT JOIN photo h ON h.post = p.id
            """
    }
}

/// A post of a page, without its author.
///
/// The author is looked up after the statement has ended.
private struct PageRow {
    private let id: Post.ID
    /// The row ID of the author.
    private let author: Int64
    /// The caption after its last edit.
    private let caption: String
    /// The place, with a name, a position or both.
    private let place: Place?
    private let likeCount: Int
    private let commentCount: Int
    /// Whether the viewer likes the post; `false` for a guest.
    private let likedByViewer: Bool
    /// The photos in the order of the rows, which is not promised to be that of their positions.
    var photos: [(position: Int64, photo: Photo)] = []

    /// Reads the columns of a post; those of its photos follow them.
    init(_ row: ResultRow, _ id: Post.ID) {
        self.id = id
        author = row.int64(1)
        caption = row.text(2)
        place = Place(row, at: 3)
        likeCount = row.int(6)
        commentCount = row.int(7)
        likedByViewer = row.bool(8)
    }

    /// The post as its viewer sees it; `nil` when its author has no profile.
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
                    likedByViewer: likedByViewer
                )
            }
    }
}

/// The authors of a page, each looked up once: the shared cache takes a lock.
private struct PageAuthors {
    /// The snapshot of the page.
    let reader: ReadTransaction
    /// The epoch and the cache of the snapshot.
    let info: SnapshotInfo
    /// The authors so far, by row ID; those without a profile are missing.
    private var users: [Int64: User] = [:]

    /// Starts without any author.
    init(reader: ReadTransaction, info: SnapshotInfo) {
        self.reader = reader
        self.info = info
    }

    /// An author; `nil` without a profile.
    ///
    /// Pages mostly have several posts by an author.
    mutating func user(rowID: Int64) throws -> User? {
        if let user = users[rowID] { return user }
        let user = try reader.user(rowID: rowID, in: info)
        users[rowID] = user
        return user
    }
}
