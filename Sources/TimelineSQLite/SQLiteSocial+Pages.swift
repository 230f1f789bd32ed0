import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// The posts of a page, each with its author and photos, in one statement.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        let viewer = try viewer.flatMap(row(of:))
        var rows = PageRows()
        for start in stride(from: 0, to: ids.count, by: Self.largestPage) {
            let part = ids[start..<min(start + Self.largestPage, ids.count)]
            try read(part, for: viewer, into: &rows)
        }
        return ids.compactMap { rows.view(of: $0) }
    }

    private static let largestPage = 200
    /// How many identifiers the statements take; a shorter page leaves the rest empty, so that few
    /// statements are prepared.
    private static let pageSizes = [1, 10, 20, 50, 100, largestPage]

    private func read(
        _ ids: ArraySlice<Post.ID>,
        for viewer: Int64?,
        into rows: inout PageRows
    ) throws {
        let size = Self.pageSizes.first { $0 >= ids.count } ?? Self.largestPage
        let statement = try HotStatement(Self.pageSQL(of: size), in: database)
        statement.bind(viewer, at: 1)
        for (index, id) in ids.enumerated() { statement.bind(id.pushID, at: Int32(index + 2)) }
        try statement.forEach { row in
            rows.take(row)
            return true
        }
    }

    private static func pageSQL(of size: Int) -> String {
        """
        WITH page (id) AS (VALUES \((0..<size).map { "(?\($0 + 2))" }.joined(separator: ",")))
        SELECT p.id, p.author, p.caption, p.place_name, p.latitude, p.longitude, p.like_count,
            p.comment_count,
            EXISTS (SELECT 1 FROM post_like WHERE post = p.id AND user = viewer.id AND is_set),
            h.position, h.blob, h.media_type, h.width, h.height, h.alt, h.thumb_hash,
            \(User.columns)
        FROM (SELECT ?1 AS id) viewer CROSS JOIN page CROSS JOIN post p ON p.id = page.id
            CROSS JOIN user u ON u.id = p.author LEFT JOIN photo h ON h.post = p.id
        """
    }
}

/// The rows of a page: one for each photo of each post.
private struct PageRows {
    private var authors: [Int64: User] = [:]
    private var posts: [Post.ID: Entry] = [:]

    private struct Entry {
        let author: User
        let caption: String
        let place: Place?
        let likeCount: Int
        let commentCount: Int
        let likedByViewer: Bool
        var photos: [(position: Int64, photo: Photo)] = []
    }

    mutating func take(_ row: HotRow) {
        let id = Post.ID(row.pushID(0))
        if posts[id] == nil {
            posts[id] = Entry(
                author: author(row),
                caption: row.text(2) ?? "",
                place: place(row),
                likeCount: Int(row.int(6)),
                commentCount: Int(row.int(7)),
                likedByViewer: row.int(8) != 0
            )
        }
        if let photo = Photo(row, at: 10) { posts[id]?.photos.append((row.int(9), photo)) }
    }

    func view(of id: Post.ID) -> PostView? {
        posts[id]
            .map { post in
                PostView(
                    id: id,
                    author: post.author,
                    caption: post.caption,
                    place: post.place,
                    photos: post.photos.sorted { $0.position < $1.position }.map(\.photo),
                    likeCount: post.likeCount,
                    commentCount: post.commentCount,
                    likedByViewer: post.likedByViewer
                )
            }
    }

    private mutating func author(_ row: HotRow) -> User {
        let key = row.int(1)
        if let author = authors[key] { return author }
        let author = User(row, at: 16)
        authors[key] = author
        return author
    }

    private func place(_ row: HotRow) -> Place? {
        let name = row.text(3)
        guard let latitude = row.double(4), let longitude = row.double(5) else {
            return name.map { Place(name: $0) }
        }
        return Place(
            name: name,
            coordinate: Coordinate(latitude: latitude, longitude: longitude)
        )
    }
}
