extension Schema {
    /// The live records.
    ///
    /// - `register` is the key of the LWW register that the record sets, so only one live record
    ///   sets each register. Keys and unknown kinds set none.
    /// - `post` is the ID of the post that the record concerns.
    static let records = """
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
            signature BLOB NOT NULL CHECK (length(signature) = 64),
            arrival INTEGER NOT NULL CHECK (arrival > 0),
            is_news INTEGER NOT NULL CHECK (is_news IN (0, 1))
        ) STRICT;
        CREATE INDEX record_scope ON record (scope, time, id);
        -- A user's keys and profile.
        CREATE INDEX record_introduction ON record (author) WHERE kind IN (1, 2, 3, 4);
        -- An author's records in the scopes of other users.
        CREATE INDEX record_reply ON record (author, scope, time) WHERE author <> scope;
        CREATE INDEX record_post ON record (post) WHERE kind BETWEEN 7 AND 11;

        -- Damaged records, which have no effect, until an intact copy arrives.
        CREATE TABLE damaged_record (
            row INTEGER NOT NULL PRIMARY KEY,
            id BLOB NOT NULL,
            body BLOB NOT NULL,
            signature BLOB NOT NULL,
            arrival INTEGER NOT NULL,
            is_news INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX damaged_record_id ON damaged_record (id);

        """

    /// The counters of the store.
    static let clock = """
        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            newest BLOB NOT NULL CHECK (length(newest) = 15),
            epoch INTEGER NOT NULL DEFAULT 0,
            token BLOB CHECK (length(token) = 16)
        ) STRICT;
        \(firstClock)

        """
    /// The statement that creates the only row.
    static let firstClock = "INSERT INTO clock VALUES (1, zeroblob(15), 0, randomblob(16));"

    /// A trigger that connects shared and private tables.
    static let localUsers = """
        -- A user can arrive after their account, for example on a new device.
        CREATE TRIGGER user_local_insert AFTER INSERT ON user
            WHEN EXISTS (SELECT 1 FROM account WHERE user = new.uuid)
        BEGIN
            UPDATE user SET username_precedence = x'00' WHERE id = new.id;
        END;

        """
}
