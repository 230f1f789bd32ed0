import TimelineCore

/// The home timeline in PostgreSQL, read with a lateral join of the newest posts of each followed
/// user.
struct PostgresTimeline {
    private let postgres: PostgresConnection

    private static let page = """
        SELECT p.id, p.caption, h.blob, h.media_type, h.width, h.height, h.alt, h.thumb_hash, p.likes,
            p.comments,
            EXISTS (SELECT FROM post_like l WHERE l.post = p.id AND l.liker = $1),
            u.uuid, u.name, u.display_name, u.bio, u.url, p.place, p.latitude, p.longitude
        FROM (
            SELECT newest.id FROM follow f CROSS JOIN LATERAL (
                SELECT id FROM post WHERE author = f.followed AND id < $2 ORDER BY id DESC LIMIT \(Implementation.limit)
            ) newest
            WHERE f.follower = $1 ORDER BY newest.id DESC LIMIT \(Implementation.limit)
        ) page
        JOIN post p ON p.id = page.id JOIN users u ON u.id = p.author JOIN photo h ON h.post = p.id
        ORDER BY p.id DESC
        """

    /// Connects to the server through its socket in a folder and loads the data of a store.
    init(folder: String, loading store: BenchmarkStore) throws {
        postgres = try PostgresConnection(folder: folder)
        try PostgresLoader(postgres).load(store)
        try postgres.prepare("page", sql: Self.page)
    }

    /// Reads a page with a single prepared statement.
    func page(of reader: Reader, before cursor: Post.ID?) throws -> [PostView] {
        let viewer = withUnsafeBytes(of: reader.rowID.bigEndian) { Array($0) }
        let before = (cursor?.pushID ?? .max).bytes
        let rows = try postgres.query("page", parameters: [viewer, before])
        return (0..<rows.count)
            .compactMap { row in
                guard let id = rows[row, 0]?.postID, let author = User(rows, row: row) else {
                    return nil
                }
                return PeerPost(rows, row: row).view(of: id, by: author)
            }
    }
}

extension PeerPost {
    fileprivate init(_ rows: PostgresRows, row: Int) {
        self.init(
            caption: rows[row, 1]?.text ?? "",
            blob: rows[row, 2]?.blob,
            mediaType: rows[row, 3]?.text ?? "",
            width: rows[row, 4]?.integer ?? 0,
            height: rows[row, 5]?.integer ?? 0,
            alt: rows[row, 6]?.text,
            thumbHash: rows[row, 7]?.data,
            likeCount: rows[row, 8]?.integer ?? 0,
            commentCount: rows[row, 9]?.integer ?? 0,
            place: Self.place(
                name: rows[row, 16]?.text,
                latitude: rows[row, 17]?.double,
                longitude: rows[row, 18]?.double
            ),
            isLiked: rows[row, 10]?.integer == 1
        )
    }
}

extension User {
    fileprivate init?(_ rows: PostgresRows, row: Int) {
        guard let id = rows[row, 11]?.user, let username = rows[row, 12]?.text else { return nil }
        self.init(
            id: id,
            username: username,
            displayName: rows[row, 13]?.text,
            bio: rows[row, 14]?.text,
            url: rows[row, 15]?.text
        )
    }
}
