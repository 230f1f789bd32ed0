extension Schema {
    /// The statements that create the private tables, which do not refer to shared tables.
    static let privateTables = accounts + people + files

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
            label TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_user ON session (user);

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
