extension Schema {
    /// The live records.
    ///
    /// - `register` is the key of the LWW register that the record sets, so only one live record
    ///   sets each register. Keys and unknown kinds set none.
    /// - `post` is the ID of the post that the record concerns.
    package static let records = """
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
        CREATE INDEX record_post ON record (post) WHERE kind IN (7, 8, 9, 10, 11);

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
    package static let clock = """
        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            newest BLOB NOT NULL CHECK (length(newest) = 15),
            epoch INTEGER NOT NULL DEFAULT 0,
            token BLOB CHECK (length(token) = 16)
        ) STRICT;
        \(firstClock)

        """
    /// The statement that creates the only row.
    package static let firstClock = "INSERT INTO clock VALUES (1, zeroblob(15), 0, randomblob(16));"
}

extension Schema {
    /// The statements that create the private tables, which do not refer to shared tables.
    package static let privateTables = accounts + people + sync + files

    /// Accounts and sessions.
    ///
    /// Sessions are deleted along with the account, and expired ones by the next login of any user.
    private static let accounts = """
        CREATE TABLE account (
            user BLOB NOT NULL PRIMARY KEY CHECK (length(user) = 16),
            email TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            password_reset_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            label TEXT NOT NULL,
            scopes TEXT,
            app TEXT CHECK (app IS NULL OR scopes IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_account ON session (user);

        """

    /// Whom a user has muted or blocked.
    private static let people = """
        CREATE TABLE restriction (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
            other BLOB NOT NULL CHECK (length(other) = 16),
            is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
            changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
            name TEXT,
            PRIMARY KEY (user, kind, other),
            CHECK (user <> other)
        ) STRICT, WITHOUT ROWID;
        -- The users that have blocked a user.
        CREATE INDEX restriction_block ON restriction (other) WHERE kind = 2 AND is_set;

        """

    /// The peers, the records that sync has rejected, their numbers, and the blobs that it lacks.
    ///
    /// The numbers are stored, because there may be over a million rejections. Those of all authors
    /// are stored with an empty author.
    private static let sync = """
        CREATE TABLE peer (
            owner BLOB NOT NULL CHECK (length(owner) = 16),
            user BLOB CHECK (length(user) = 16),
            target TEXT,
            name TEXT,
            changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
            invitation BLOB CHECK (length(invitation) = 16),
            box BLOB CHECK (length(box) = 32),
            is_removed INTEGER NOT NULL CHECK (is_removed IN (0, 1)),
            CHECK (user IS NOT NULL OR target IS NOT NULL)
        ) STRICT;
        CREATE UNIQUE INDEX peer_entry ON peer (owner, coalesce(user, x''), coalesce(target, ''));

        CREATE TABLE rejection (
            record BLOB NOT NULL PRIMARY KEY CHECK (length(record) = 32),
            scope BLOB NOT NULL CHECK (length(scope) = 16),
            reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 5),
            author BLOB NOT NULL CHECK (length(author) = 16),
            time INTEGER NOT NULL CHECK (time >= 0),
            key BLOB NOT NULL CHECK (length(key) = 8)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rejection_source ON rejection (scope, reason, author, time);
        CREATE INDEX rejection_key ON rejection (author, key);

        CREATE TABLE rejection_count (
            author BLOB NOT NULL CHECK (length(author) IN (0, 16)),
            reason INTEGER NOT NULL,
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (author, reason)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE blob_mark (
            mark INTEGER NOT NULL CHECK (mark BETWEEN 1 AND 3),
            blob BLOB NOT NULL CHECK (length(blob) = 32),
            time INTEGER NOT NULL CHECK (time >= 0),
            PRIMARY KEY (mark, blob)
        ) STRICT, WITHOUT ROWID;

        """

    private static let countedRejections = """
        SELECT x'' author, reason, count(*) count FROM rejection GROUP BY reason
        UNION ALL SELECT author, reason, count(*) FROM rejection GROUP BY author, reason
        """
    /// A query that returns a row if the numbers of rejections are wrong.
    package static let wrongRejectionCounts = """
        SELECT 1 WHERE EXISTS (\(countedRejections) EXCEPT SELECT * FROM rejection_count)
            OR (SELECT count(*) FROM rejection_count)
                <> (SELECT count(*) FROM (\(countedRejections)) counted)
        """
    /// The statements that count the rejections again.
    package static let rejectionsCountedAgain =
        "DELETE FROM rejection_count;\nINSERT INTO rejection_count \(countedRejections);"

    /// Originals of photos, and values such as keys and the state of sync.
    ///
    /// The key of an original starts with the public copy, because most lookups start there. The
    /// indexes find the originals of a user and the references to a blob.
    private static let files = """
        CREATE TABLE original (
            user BLOB NOT NULL CHECK (length(user) = 16),
            public BLOB NOT NULL CHECK (length(public) = 32),
            original BLOB NOT NULL CHECK (length(original) = 32),
            PRIMARY KEY (public, user),
            CHECK (original <> public)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX original_user ON original (user);
        CREATE INDEX original_original ON original (original);

        CREATE TABLE private_value (
            key TEXT NOT NULL PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
