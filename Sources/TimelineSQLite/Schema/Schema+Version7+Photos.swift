import Foundation
import TimelineCore

extension Schema {
    /// Adds public copies, previews and originals of photos, and stores places in units of 10⁻⁷
    /// degrees.
    ///
    /// Photos are converted later, by a program that can strip their metadata. Until then,
    /// `byte_count` is `NULL`.
    static func photos7(_ connection: Connection) throws {
        try connection.execute(photoColumns7 + avatarColumns7 + original7 + places7)
        try SharedTables(connection: connection).rebuildPlaces()
    }

    /// The statements that add the new columns of a photo.
    ///
    /// The `photo_unconverted` index contains the photos that have not been converted yet. It is
    /// empty once all photos have been converted.
    private static let photoColumns7 = """
        ALTER TABLE photo ADD COLUMN byte_count INTEGER CHECK (byte_count >= 0);
        ALTER TABLE photo ADD COLUMN preview_blob BLOB CHECK (length(preview_blob) = 32);
        ALTER TABLE photo ADD COLUMN preview_byte_count INTEGER
            CHECK ((preview_byte_count IS NULL) = (preview_blob IS NULL)
                AND ifnull(preview_byte_count > 0, 1));
        CREATE INDEX photo_preview ON photo (preview_blob) WHERE preview_blob IS NOT NULL;
        CREATE INDEX photo_unconverted ON photo (blob) WHERE byte_count IS NULL;

        """

    /// The statements that add the same columns to `user`, for avatars.
    ///
    /// For a user without an avatar, all of them are `NULL`.
    private static let avatarColumns7 = """
        ALTER TABLE user ADD COLUMN avatar_byte_count INTEGER
            CHECK (avatar_byte_count IS NULL OR avatar_byte_count >= 0 AND avatar_blob IS NOT NULL);
        ALTER TABLE user ADD COLUMN avatar_preview_blob BLOB
            CHECK (avatar_preview_blob IS NULL
                OR length(avatar_preview_blob) = 32 AND avatar_blob IS NOT NULL);
        ALTER TABLE user ADD COLUMN avatar_preview_byte_count INTEGER
            CHECK ((avatar_preview_byte_count IS NULL) = (avatar_preview_blob IS NULL)
                AND ifnull(avatar_preview_byte_count > 0, 1));
        CREATE INDEX user_avatar_preview ON user (avatar_preview_blob)
            WHERE avatar_preview_blob IS NOT NULL;
        CREATE INDEX user_avatar_unconverted ON user (avatar_blob)
            WHERE avatar_blob IS NOT NULL AND avatar_byte_count IS NULL;

        """

    /// The statements that create the private table of originals.
    ///
    /// No shared table contains the hash of an original. The key starts with the public copy,
    /// because most lookups start there. The indexes find the originals of a user and the
    /// references to a blob.
    private static let original7 = """
        CREATE TABLE original (
            user BLOB NOT NULL CHECK (length(user) = 16),
            public BLOB NOT NULL CHECK (length(public) = 32),
            original BLOB NOT NULL CHECK (length(original) = 32),
            PRIMARY KEY (public, user),
            CHECK (original <> public)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX original_user ON original (user);
        CREATE INDEX original_original ON original (original);

        """

    /// The statements that replace the table of posts, because SQLite cannot change the type of a
    /// column.
    ///
    /// The new table is finally renamed to `post`, so that the foreign keys of other tables refer
    /// to it. Dropping the old table also drops its indexes, which are therefore created again.
    private static let places7 = """
        CREATE TABLE post_7 (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            author INTEGER NOT NULL REFERENCES user (id),
            caption TEXT NOT NULL,
            caption_stamp BLOB NOT NULL CHECK (length(caption_stamp) = 15),
            place_name TEXT,
            latitude INTEGER CHECK (latitude BETWEEN -900000000 AND 900000000),
            longitude INTEGER CHECK (longitude BETWEEN -1800000000 AND 1800000000),
            like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
            comment_count INTEGER NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO post_7
            SELECT id, author, caption, caption_stamp, place_name,
                CAST(round(latitude * 1e7) AS INTEGER), CAST(round(longitude * 1e7) AS INTEGER),
                like_count, comment_count
            FROM post ORDER BY id;
        DROP TABLE post;
        ALTER TABLE post_7 RENAME TO post;
        CREATE INDEX post_author ON post (author, id);
        CREATE INDEX post_points ON post (like_count + 2 * comment_count)
            WHERE like_count + comment_count > 0;

        """
}

extension SharedTables {
    /// Fills the R-tree with the positions of all posts.
    ///
    /// The method reads 10,000 posts at a time, so it can process a store of any size with little
    /// memory.
    fileprivate func rebuildPlaces() throws {
        try statement("DELETE FROM post_place").run()
        var last: PushID? = nil
        repeat {
            let places: [(post: Post.ID, coordinate: Coordinate?)] = try statement(
                """
                SELECT id, latitude, longitude FROM post
                WHERE latitude IS NOT NULL AND (?1 IS NULL OR id > ?1) ORDER BY id LIMIT 10000
                """
            )
            .all(last) { ($0.id(0), Coordinate($0, at: 1)) }
            for place in places { try insertPlace(of: place.post, place.coordinate) }
            last = places.last?.post.pushID
        } while last != nil
    }
}
