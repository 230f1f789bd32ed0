extension Schema {
    /// The statements that create the indexes of names, words and places in SQLite.
    package static let sqliteIndexes = names + words + places

    /// The statements that create the same indexes in PostgreSQL, where they are tables, and the
    /// tables with which transactions (`SharedTables+Clock.swift`) and processes
    /// (`PostgresBlobLeases`) work side by side.
    ///
    /// They are in the language that the databases share.
    package static let postgresTables = """
        CREATE TABLE text_word (
            word TEXT NOT NULL,
            id BLOB NOT NULL,
            is_comment INTEGER NOT NULL CHECK (is_comment IN (0, 1)),
            PRIMARY KEY (word, id, is_comment)
        );
        CREATE INDEX text_word_id ON text_word (id);

        \(cells)
        CREATE UNIQUE INDEX post_cell_post ON post_cell (post);

        -- Registers are looked up in the index that keeps them unique, so that a transaction which
        -- loses a race is told to repeat.
        CREATE UNIQUE INDEX record_register ON record (sha256(register));
        CREATE INDEX record_register_bytes ON record (register);

        -- Counts in parts (`CountParts.swift`).
        CREATE TABLE user_part (
            user INTEGER NOT NULL,
            post_count INTEGER NOT NULL,
            follower_count INTEGER NOT NULL,
            following_count INTEGER NOT NULL
        );
        CREATE INDEX user_part_user ON user_part (user);
        CREATE TABLE post_part (
            post BLOB NOT NULL,
            like_count INTEGER NOT NULL,
            comment_count INTEGER NOT NULL
        );
        CREATE INDEX post_part_post ON post_part (post);
        CREATE TABLE word_part (
            text TEXT NOT NULL,
            count INTEGER NOT NULL
        );
        CREATE INDEX word_part_text ON word_part (text);
        CREATE TABLE tag_part (
            name TEXT NOT NULL,
            post_count INTEGER NOT NULL
        );
        CREATE INDEX tag_part_name ON tag_part (name);
        CREATE INDEX word_unused ON word (text) WHERE count = 0;
        CREATE INDEX tag_unused ON tag (name) WHERE post_count = 0;

        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL,
            oldest_writer INTEGER NOT NULL,
            base INTEGER NOT NULL,
            token BLOB NOT NULL
        );
        CREATE TABLE batch (
            arrival INTEGER NOT NULL PRIMARY KEY,
            has_records INTEGER NOT NULL CHECK (has_records IN (0, 1)),
            newest BLOB NOT NULL
        );
        CREATE INDEX batch_newest ON batch (newest);
        CREATE INDEX batch_with_records ON batch (arrival) WHERE has_records;

        -- The transactions whose outcome may have to be settled, by an ID in the order of time.
        CREATE TABLE outcome (
            id BLOB NOT NULL PRIMARY KEY,
            is_committed INTEGER NOT NULL CHECK (is_committed IN (0, 1))
        );

        -- The leases on blobs, the processes that hold them, and the leased blobs.
        CREATE TABLE lease_process (
            id BLOB NOT NULL PRIMARY KEY,
            losses INTEGER NOT NULL
        );
        CREATE TABLE blob_lease (
            id BLOB NOT NULL PRIMARY KEY,
            purpose TEXT NOT NULL,
            holder BLOB,
            ends INTEGER NOT NULL
        );
        CREATE INDEX blob_lease_ends ON blob_lease (ends);
        CREATE INDEX blob_lease_holder ON blob_lease (holder);
        CREATE TABLE leased_blob (
            lease BLOB NOT NULL,
            blob BLOB NOT NULL,
            PRIMARY KEY (lease, blob)
        );
        CREATE INDEX leased_blob_blob ON leased_blob (blob);

        """

    /// Where each post with a position is.
    private static let cells = """
        CREATE TABLE post_cell (
            cell INTEGER NOT NULL,
            post BLOB NOT NULL,
            latitude INTEGER NOT NULL,
            longitude INTEGER NOT NULL,
            PRIMARY KEY (cell, post)
        );
        """

    /// The statements that create PostgreSQL's indexes of words and places in a scratch database of the
    /// doctor.
    ///
    /// `indexed_text` has a row for each text in `text_word`, with the list of its words.
    package static let comparedIndexes = """
        \(cells)
        CREATE TABLE indexed_text (
            id BLOB NOT NULL,
            is_comment INTEGER NOT NULL,
            words TEXT NOT NULL,
            PRIMARY KEY (id, is_comment)
        ) STRICT, WITHOUT ROWID;
        """

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
    private static let words = """
        CREATE VIRTUAL TABLE text_words USING fts5 (
            words, content = '', columnsize = 0, tokenize = 'ascii'
        );
        \(wordSettings)
        CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_words, 'instance');

        """

    package static let wordSettings =
        "INSERT INTO text_words (text_words, rank) VALUES ('automerge', 8), ('hashsize', 4194304);"

    /// An R-tree of latitude, longitude and week.
    ///
    /// Columns with `+` are stored next to the bounds, so a search reads the exact values without
    /// reading the posts.
    private static let places = """
        CREATE VIRTUAL TABLE post_place USING rtree (
            id, min_latitude, max_latitude, min_longitude, max_longitude, min_week, max_week,
            +post, +latitude, +longitude
        );

        """
}
