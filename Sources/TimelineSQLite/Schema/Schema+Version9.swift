extension Schema {
    /// Migrates to version 9, which adds signed records, the keys that they add and revoke, and
    /// private values.
    static func version9(_ connection: Connection) throws {
        try connection.execute(records9 + private9)
    }

    /// The statements that create the tables of records.
    ///
    /// - `register` is the key of the LWW register that the record sets, so only one live record
    ///   sets each register. Keys and unknown kinds set none.
    /// - `post` is the ID of the post that the record concerns.
    /// - The index of introductions finds a user's keys and profile.
    /// - The index of replies finds an author's records in the scopes of other users.
    /// - `waiting_record` lists the records whose user or post has not arrived.
    private static let records9 = """
        CREATE TABLE record (
            row INTEGER NOT NULL PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 32),
            register BLOB UNIQUE,
            scope BLOB NOT NULL CHECK (length(scope) = 16),
            author BLOB NOT NULL CHECK (length(author) = 16),
            kind INTEGER NOT NULL CHECK (kind >= 0),
            time INTEGER NOT NULL CHECK (time >= 0),
            stamp BLOB NOT NULL CHECK (length(stamp) = 15),
            post BLOB CHECK (length(post) = 15),
            body BLOB NOT NULL,
            signature BLOB NOT NULL CHECK (length(signature) = 64)
        ) STRICT;
        CREATE INDEX record_scope ON record (scope, time, id);
        CREATE INDEX record_introduction ON record (author) WHERE kind IN (1, 2, 3, 4);
        CREATE INDEX record_reply ON record (author, scope, time) WHERE author <> scope;
        CREATE INDEX record_post ON record (post) WHERE kind BETWEEN 7 AND 11;

        CREATE TABLE signing_key (
            user BLOB NOT NULL CHECK (length(user) = 16),
            key BLOB NOT NULL CHECK (length(key) = 8),
            is_root INTEGER NOT NULL CHECK (is_root IN (0, 1)),
            is_added INTEGER NOT NULL CHECK (is_added IN (0, 1)),
            last_stamp BLOB CHECK (length(last_stamp) = 15),
            PRIMARY KEY (user, key, is_root)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE waiting_record (
            dependency BLOB NOT NULL CHECK (length(dependency) IN (15, 16)),
            record INTEGER NOT NULL,
            PRIMARY KEY (dependency, record)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX waiting_record_record ON waiting_record (record);

        ALTER TABLE clock ADD COLUMN token BLOB CHECK (length(token) = 16);
        UPDATE clock SET token = randomblob(16);

        """

    private static let private9 = """
        CREATE TABLE private_value (
            key TEXT NOT NULL PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
