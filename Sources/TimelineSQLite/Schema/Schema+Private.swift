extension Schema {
    /// The statements that create the private tables, which do not refer to shared tables.
    static let privateTables = accounts + reading + people + files

    /// Accounts, sessions and failed logins.
    ///
    /// Everything else that only an account has is deleted along with it. Logins and failed logins
    /// delete expired rows, which the indexes of dates find.
    private static let accounts = """
        CREATE TABLE account (
            user BLOB NOT NULL PRIMARY KEY CHECK (length(user) = 16),
            email TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            password_reset_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE login_failure (
            email TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count > 0),
            last INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX login_failure_last ON login_failure (last);

        CREATE TABLE session (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            label TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_user ON session (user);
        CREATE INDEX session_last_used ON session (last_used_at);

        """

    /// What a user has read.
    private static let reading = """
        CREATE TABLE read_position (
            user BLOB NOT NULL PRIMARY KEY REFERENCES account (user) ON DELETE CASCADE,
            last_shown BLOB CHECK (length(last_shown) = 15)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE read_interval (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            oldest BLOB NOT NULL CHECK (length(oldest) = 15),
            newest BLOB NOT NULL CHECK (length(newest) = 15),
            epoch INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (user, oldest),
            CHECK (oldest <= newest)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE activity_visit (
            user BLOB NOT NULL PRIMARY KEY REFERENCES account (user) ON DELETE CASCADE,
            epoch INTEGER NOT NULL CHECK (epoch >= 0)
        ) STRICT, WITHOUT ROWID;

        """

    /// Whom a user has muted or blocked.
    private static let people = """
        CREATE TABLE muted_user (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            muted BLOB NOT NULL CHECK (length(muted) = 16),
            PRIMARY KEY (user, muted),
            CHECK (user <> muted)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE blocked_user (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            blocked BLOB NOT NULL CHECK (length(blocked) = 16),
            is_blocked INTEGER NOT NULL CHECK (is_blocked IN (0, 1)),
            changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
            name TEXT,
            PRIMARY KEY (user, blocked),
            CHECK (user <> blocked)
        ) STRICT, WITHOUT ROWID;
        -- The users that have blocked a user.
        CREATE INDEX blocked_user_blocked ON blocked_user (blocked) WHERE is_blocked;

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
