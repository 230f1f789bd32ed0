import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// The posts of a page, each with its photos, in one statement; the authors are mostly remembered.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        guard !ids.isEmpty else { return [] }
        let moment = try moment(of: viewer)
        var authors = PageAuthors(tables: self, version: moment.profiles)
        var views: [PostView] = []
        views.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: Self.largestPage) {
            let part = ids[start..<min(start + Self.largestPage, ids.count)]
            let rows = try rows(of: part, for: moment.viewer?.row)
            views += try rows.compactMap { try $0?.view(&authors) }
        }
        return views
    }

    private static let largestPage = 200
    /// The statements for pages of several sizes; a shorter page leaves the rest empty, so that few are prepared.
    private static let statements = [1, 10, 20, 50, 100].map(PageStatement.init)
    private static let largestStatement = PageStatement(largestPage)

    private func rows(of ids: ArraySlice<Post.ID>, for viewer: Int64?) throws -> [PageRow?] {
        let fitting = Self.statements.first { $0.size >= ids.count } ?? Self.largestStatement
        let statement = try HotStatement(fitting.sql, in: database)
        statement.bind(viewer, at: 1)
        for (index, id) in ids.enumerated() { statement.bind(id.pushID, at: Int32(index + 2)) }
        var rows = [PageRow?](repeating: nil, count: ids.count)
        try statement.forEach { row in
            let index = Int(row.int(0))
            if rows[index] == nil { rows[index] = PageRow(row, ids[ids.startIndex + index]) }
            if let photo = Photo(row, at: 10) { rows[index]?.photos.append((row.int(9), photo)) }
            return true
        }
        return rows
    }
}

/// Fills pages of up to so many posts.
///
/// Whether the viewer likes a post is looked up only where somebody does.
private struct PageStatement {
    let size: Int
    /// The viewer's row is its first parameter, the identifiers are the others.
    let sql: String

    init(_ size: Int) {
        self.size = size
        sql = """
            WITH page (number, id) AS (
                VALUES \((0..<size).map { "(\($0), ?\($0 + 2))" }.joined(separator: ","))
            )
            SELECT page.number, p.author, p.caption, p.place_name, p.latitude, p.longitude, p.like_count,
                p.comment_count, p.like_count > 0
                    AND EXISTS (SELECT 1 FROM post_like WHERE post = p.id AND user = ?1 AND is_set),
                h.position, h.blob, h.media_type, h.width, h.height, h.alt, h.thumb_hash
            FROM page CROSS JOIN post p ON p.id = page.id LEFT JOIN photo h ON h.post = p.id
            """
    }
}

/// A post of a page, without its author.
private struct PageRow {
    private let id: Post.ID
    private let author: Int64
    private let caption: String
    private let place: Place?
    private let likeCount: Int
    private let commentCount: Int
    private let likedByViewer: Bool
    var photos: [(position: Int64, photo: Photo)] = []

    init(_ row: HotRow, _ id: Post.ID) {
        self.id = id
        author = row.int(1)
        caption = row.text(2) ?? ""
        place = Place(name: row.text(3), latitude: row.double(4), longitude: row.double(5))
        likeCount = Int(row.int(6))
        commentCount = Int(row.int(7))
        likedByViewer = row.int(8) != 0
    }

    /// The post as its viewer sees it; `nil` when its author is not there.
    func view(_ authors: inout PageAuthors) throws -> PostView? {
        try authors.user(author)
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

/// The authors of a page's posts: each is looked for once.
private struct PageAuthors {
    let tables: SQLiteSocial
    let version: Int64
    var known: [Int64: User] = [:]

    mutating func user(_ row: Int64) throws -> User? {
        if let user = known[row] { return user }
        let user = try tables.user(row: row, profiles: version)
        known[row] = user
        return user
    }
}
