extension Schema {
    /// Migrates to version 3, which adds indexes of words, tags, mentions, places and points.
    ///
    /// All of these indexes are derived from the tables of version 1. Every program that writes to
    /// those tables also updates the indexes, and `timeline doctor --repair` corrects them. The
    /// migration to version 8 fills them.
    static func version3(_ connection: Connection) throws {
        try connection.execute(indexTables)
    }

    /// The statements that create the tables of decision 11.
    ///
    /// - `text_words` is a contentless FTS5 table without the sizes of its rows, which only a
    ///   ranking by bm25 would need. With `automerge` and `hashsize`, its writes are less frequent
    ///   but larger.
    /// - `text_vocabulary` lists the occurrences of words in `text_words`, for the doctor.
    /// - `word` contains the number of occurrences of each word, for completing a prefix.
    /// - `post_tag`, `tag` and `mention` contain the entities of texts. An empty `comment` refers
    ///   to the caption, because a primary key cannot contain `NULL` in a table without row IDs.
    /// - `post_place` is an R-tree of latitude, longitude and week. Columns with `+` are stored
    ///   next to the bounds, so a search reads the exact values without reading the posts.
    /// - `post_points` is a partial index, because most imported posts have neither likes nor
    ///   comments.
    private static let indexTables = """
        CREATE VIRTUAL TABLE text_words USING fts5 (
            words, content = '', columnsize = 0, tokenize = 'ascii'
        );
        INSERT INTO text_words (text_words, rank) VALUES ('automerge', 8), ('hashsize', 4194304);
        CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_words, 'instance');

        CREATE TABLE word (
            text TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count >= 0)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE post_tag (
            tag TEXT NOT NULL,
            post BLOB NOT NULL CHECK (length(post) = 15),
            comment BLOB NOT NULL CHECK (length(comment) IN (0, 15)),
            PRIMARY KEY (tag, post, comment)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tag (
            name TEXT NOT NULL PRIMARY KEY,
            post_count INTEGER NOT NULL CHECK (post_count >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tag_post_count ON tag (post_count DESC, name);

        CREATE TABLE mention (
            name TEXT NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 15),
            is_comment INTEGER NOT NULL CHECK (is_comment IN (0, 1)),
            PRIMARY KEY (name, id, is_comment)
        ) STRICT, WITHOUT ROWID;

        CREATE VIRTUAL TABLE post_place USING rtree (
            id, min_latitude, max_latitude, min_longitude, max_longitude, min_week, max_week,
            +post, +latitude, +longitude
        );

        CREATE INDEX post_points ON post (like_count + 2 * comment_count)
            WHERE like_count + comment_count > 0;

        """
}
