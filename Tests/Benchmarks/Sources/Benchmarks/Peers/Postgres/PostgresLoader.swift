import Foundation
import GRDB

/// A loader that copies the users, follows, posts, photos and likes of a store to PostgreSQL.
struct PostgresLoader {
    private let postgres: PostgresConnection
    /// The size in bytes above which a part of the data is sent.
    private static let partSize = 1 << 20

    /// The statements that create the tables.
    ///
    /// Keys and indexes are added after the tables have been filled, as PostgreSQL's documentation
    /// recommends.
    private static let tables = """
        CREATE TABLE users (id bigint, uuid uuid, name text, display_name text, bio text, url text);
        CREATE TABLE follow (follower bigint, followed bigint);
        CREATE TABLE post (id bytea, author bigint, caption text, likes bigint, comments bigint,
            place text, latitude double precision, longitude double precision);
        CREATE TABLE photo (post bytea, position bigint, blob bytea, media_type text, width bigint,
            height bigint, alt text, thumb_hash bytea);
        CREATE TABLE post_like (post bytea, liker bigint);
        """
    private static let indexes = """
        ALTER TABLE users ADD PRIMARY KEY (id);
        ALTER TABLE follow ADD PRIMARY KEY (follower, followed);
        ALTER TABLE post ADD PRIMARY KEY (id);
        CREATE INDEX post_author ON post (author, id DESC);
        ALTER TABLE photo ADD PRIMARY KEY (post, position);
        ALTER TABLE post_like ADD PRIMARY KEY (post, liker);
        """

    /// The SELECT statements that read the contents of the tables from the store.
    private static let sources = [
        ("users", "SELECT id, uuid, shown_name, display_name, bio, url FROM user"),
        ("follow", "SELECT follower, followed FROM follow"),
        (
            "post",
            """
            SELECT id, author, caption, like_count, comment_count, place_name, latitude / 1e7,
                longitude / 1e7
            FROM post
            """
        ),
        (
            "photo",
            "SELECT post, position, blob, media_type, width, height, alt, thumb_hash FROM photo"
        ),
        ("post_like", "SELECT post, user FROM post_like"),
    ]

    init(_ postgres: PostgresConnection) { self.postgres = postgres }

    func load(_ store: BenchmarkStore) throws {
        // A table filled in the transaction that created it does not need to be logged.
        try postgres.run("BEGIN")
        try postgres.run(Self.tables)
        try store.database.read { database in
            for (table, sql) in Self.sources { try copy(sql, into: table, from: database) }
        }
        try postgres.run(Self.indexes)
        try postgres.run("COMMIT")
        // Index-only scans require an up-to-date visibility map.
        try postgres.run("VACUUM (ANALYZE)")
    }

    private func copy(_ sql: String, into table: String, from database: Database) throws {
        let rows = try Row.fetchCursor(database, sql: sql)
        try postgres.copy(into: table) { send in
            try send(.header)
            var part = PostgresCopy()
            while let row = try rows.next() {
                part.add(row)
                guard part.bytes.count > Self.partSize else { continue }
                try send(part)
                part = PostgresCopy()
            }
            try send(part)
            try send(.trailer)
        }
    }
}
