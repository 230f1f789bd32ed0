extension Schema {
    /// The statements that create the indexes for search and discovery, which are derived from
    /// users, posts and comments.
    static let search = names + words + entities

    /// An FTS5 table of trigrams with external content.
    ///
    /// The table does not store the names, but reads them from `user.search_key`. The trigger must
    /// therefore pass the previous text when it deletes an entry. Search keys are stored in lower
    /// case, so the tokenizer is case-sensitive (decision 10).
    private static let names = """
        CREATE VIRTUAL TABLE user_search USING fts5 (
            search_key, content = 'user', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
        );
        CREATE TRIGGER user_search_update AFTER UPDATE OF search_key ON user
        WHEN old.search_key IS NOT new.search_key BEGIN
            INSERT INTO user_search (user_search, rowid, search_key)
            SELECT 'delete', old.id, old.search_key WHERE old.search_key IS NOT NULL;
            INSERT INTO user_search (rowid, search_key)
            SELECT new.id, new.search_key WHERE new.search_key IS NOT NULL;
        END;

        """

    /// The words of posts and comments (decision 11).
    ///
    /// - `text_words` is a contentless FTS5 table without the sizes of its rows, which only a
    ///   ranking by bm25 would need. With `automerge` and `hashsize`, its writes are less frequent
    ///   but larger.
    /// - `text_vocabulary` lists the occurrences of words in `text_words`, for the doctor.
    /// - `word` contains the number of occurrences of each word, for completing a prefix.
    private static let words = """
        CREATE VIRTUAL TABLE text_words USING fts5 (
            words, content = '', columnsize = 0, tokenize = 'ascii'
        );
        \(wordSettings)
        CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_words, 'instance');

        CREATE TABLE word (
            text TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count >= 0)
        ) STRICT, WITHOUT ROWID;

        """

    static let wordSettings =
        "INSERT INTO text_words (text_words, rank) VALUES ('automerge', 8), ('hashsize', 4194304);"

    /// The tags, mentions and places of posts and comments.
    ///
    /// - An empty `comment` refers to the caption, because a primary key cannot contain `NULL` in a
    ///   table without row IDs.
    /// - `post_place` is an R-tree of latitude, longitude and week. Columns with `+` are stored
    ///   next to the bounds, so a search reads the exact values without reading the posts.
    private static let entities = """
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
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            PRIMARY KEY (name, id, is_comment)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mention_activity ON mention (name, arrival, id);

        CREATE VIRTUAL TABLE post_place USING rtree (
            id, min_latitude, max_latitude, min_longitude, max_longitude, min_week, max_week,
            +post, +latitude, +longitude
        );

        """
}
