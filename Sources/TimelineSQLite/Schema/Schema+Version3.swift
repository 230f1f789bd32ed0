import GRDB

extension Schema {
    /// Version 3: indexes of words, tags, mentions, places and points.
    ///
    /// All of them follow from the tables of version 1. Every program that writes those writes
    /// these too, and `timeline doctor --repair` corrects them. Version 8 fills them.
    static func version3(_ database: Database) throws {
        try database.execute(sql: indexTables)
    }

    /// The tables of decision 11.
    ///
    /// - `text_words` is a contentless FTS5 table without the sizes of its rows, which only a
    ///   ranking by bm25 would need. `automerge` and `hashsize` make its writes rarer and larger.
    /// - `text_vocabulary` reads the occurrences of words back out of it, for the doctor.
    /// - `word` counts occurrences, for completing a prefix.
    /// - `post_tag` and `tag`, `mention`: the entities of texts. A `comment` of zero bytes stands
    ///   for the caption, since a primary key cannot contain `NULL` in a table without row IDs.
    /// - `post_place` is an R-tree of latitude, longitude and week. Columns with `+` are stored
    ///   beside the bounds, so a search reads the exact values without the posts.
    /// - `post_points` is partial: most posts of an import have neither likes nor comments.
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
