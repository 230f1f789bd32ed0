extension Schema {
    /// Migrates to version 8, which adds the activity of each user in order of arrival, the stamps
    /// of edited places and descriptions, and the words of place names and descriptions in the
    /// search index.
    static func version8(_ connection: Connection) throws {
        try connection.execute(activity8 + registers8)
        try SharedTables(connection: connection).rebuildSearchIndexes()
    }

    /// The statements that create indexes of the likes, comments, follows and mentions that concern
    /// a user.
    ///
    /// Likes and comments repeat the author of their post, which never changes.
    private static let activity8 = """
        ALTER TABLE post_like ADD COLUMN author INTEGER NOT NULL DEFAULT 0;
        UPDATE post_like SET author = (SELECT author FROM post WHERE id = post_like.post);
        CREATE INDEX post_like_activity ON post_like (author, arrival, stamp)
            WHERE is_set AND user <> author;

        ALTER TABLE comment ADD COLUMN post_author INTEGER NOT NULL DEFAULT 0;
        UPDATE comment SET post_author = (SELECT author FROM post WHERE id = comment.post);
        CREATE INDEX comment_activity ON comment (post_author, arrival, id)
            WHERE author <> post_author;

        CREATE INDEX follow_activity ON follow (followed, arrival, stamp) WHERE is_set;

        ALTER TABLE mention ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0);
        CREATE INDEX mention_activity ON mention (name, arrival, id);

        CREATE TABLE activity_visit (
            user BLOB NOT NULL PRIMARY KEY REFERENCES account (user) ON DELETE CASCADE,
            epoch INTEGER NOT NULL CHECK (epoch >= 0)
        ) STRICT, WITHOUT ROWID;

        """

    /// The statements that add the stamps of places and descriptions.
    ///
    /// A stamp is `NULL` until the first edit.
    private static let registers8 = """
        ALTER TABLE post ADD COLUMN place_stamp BLOB CHECK (length(place_stamp) = 15);
        ALTER TABLE photo ADD COLUMN alt_stamp BLOB CHECK (length(alt_stamp) = 15);

        """
}
