import Foundation
import TimelineCore

extension Schema {
    /// Migrates to version 2, which adds columns for avatars, a trigram index of names, and a
    /// counter of late posts.
    ///
    /// A page reads the columns faster than the JSON that they replace. The migration decodes the
    /// JSON of each avatar once. Version 7 drops the counter (decision 24).
    static func version2(_ connection: Connection) throws {
        try connection.execute(pictureColumns)
        let tables = SharedTables(connection: connection)
        let pictures =
            try tables.statement(
                "SELECT id, avatar FROM user WHERE avatar IS NOT NULL"
            )
            .all { (user: $0.int64(0), json: $0.text(1)) }
        let update = try tables.statement(
            """
            UPDATE user SET avatar_blob = ?, avatar_media_type = ?, avatar_width = ?,
                avatar_height = ?, avatar_alt = ?, avatar_thumb_hash = ? WHERE id = ?
            """
        )
        for picture in pictures {
            let photo = try JSONDecoder().decode(Photo.self, from: Data(picture.json.utf8))
            try update.run(
                photo.blob,
                photo.mediaType.rawValue,
                photo.width,
                photo.height,
                photo.alt,
                photo.thumbHash,
                picture.user
            )
        }
        try connection.execute(pictureIndex + nameIndex + latePosts)
    }

    /// The statements that add the columns for avatars and for ThumbHashes.
    ///
    /// Without an avatar, all avatar columns are `NULL`. SQLite can add a column only if its check
    /// accepts `NULL`. A ThumbHash has at most 25 bytes.
    private static let pictureColumns = """
        DROP INDEX user_avatar;
        ALTER TABLE user ADD COLUMN avatar_blob BLOB CHECK (length(avatar_blob) = 32);
        ALTER TABLE user ADD COLUMN avatar_media_type TEXT
            CHECK ((avatar_media_type IS NULL) = (avatar_blob IS NULL));
        ALTER TABLE user ADD COLUMN avatar_width INTEGER
            CHECK ((avatar_width IS NULL) = (avatar_blob IS NULL) AND ifnull(avatar_width > 0, 1));
        ALTER TABLE user ADD COLUMN avatar_height INTEGER
            CHECK ((avatar_height IS NULL) = (avatar_blob IS NULL) AND ifnull(avatar_height > 0, 1));
        ALTER TABLE user ADD COLUMN avatar_alt TEXT
            CHECK (avatar_alt IS NULL OR avatar_blob IS NOT NULL);
        ALTER TABLE user ADD COLUMN avatar_thumb_hash BLOB
            CHECK (avatar_thumb_hash IS NULL
                OR length(avatar_thumb_hash) <= 25 AND avatar_blob IS NOT NULL);
        ALTER TABLE photo ADD COLUMN thumb_hash BLOB CHECK (length(thumb_hash) <= 25);

        """

    /// The statements that drop the copied JSON and create an index of avatars by blob.
    private static let pictureIndex = """
        ALTER TABLE user DROP COLUMN avatar;
        CREATE INDEX user_avatar ON user (avatar_blob) WHERE avatar_blob IS NOT NULL;

        """

    /// The statement that adds a counter of batches with a post older than the newest post.
    ///
    /// The counter was used until version 6.
    private static let latePosts = """
        ALTER TABLE clock ADD COLUMN late_posts INTEGER NOT NULL DEFAULT 0;

        """

    /// The statements that create an FTS5 table of trigrams with external content.
    ///
    /// The table does not store the names, but reads them from `user.search_key`. The trigger must
    /// therefore pass the previous text when it deletes an entry. Search keys are stored in lower
    /// case, so the tokenizer is case-sensitive (decision 10).
    ///
    /// `user_shown_name` also contains the search key, so a search in the order of names can test
    /// names without reading their rows.
    private static let nameIndex = """
        DROP INDEX user_shown_name;
        CREATE INDEX user_shown_name ON user (shown_name, search_key) WHERE shown_name IS NOT NULL;
        CREATE VIRTUAL TABLE user_search USING fts5 (
            search_key, content = 'user', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
        );
        INSERT INTO user_search (user_search) VALUES ('rebuild');
        CREATE TRIGGER user_search_update AFTER UPDATE OF search_key ON user
        WHEN old.search_key IS NOT new.search_key BEGIN
            INSERT INTO user_search (user_search, rowid, search_key)
            SELECT 'delete', old.id, old.search_key WHERE old.search_key IS NOT NULL;
            INSERT INTO user_search (rowid, search_key)
            SELECT new.id, new.search_key WHERE new.search_key IS NOT NULL;
        END;

        """
}
