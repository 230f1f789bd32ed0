import TimelineCore

extension Schema {
    /// Migrates to version 10, in which users can mute and block others, and the displayed
    /// usernames depend on the accounts of the store and on the follows by their users.
    ///
    /// `user_username` sorts the claims to a username by precedence and then by age. `user_local`
    /// lists the users with an account. A user can arrive after the account, for example on a new
    /// device, so a trigger sets the precedence of new rows.
    static func version10(_ connection: Connection) throws {
        try connection.execute(usernames10 + muted10 + blocked10)
        let tables = SharedTables(connection: connection)
        let localUsers = try Statement("SELECT user FROM account", in: connection)
            .all { $0.userID(0) }
        _ = try tables.auditPrecedences(localUsers: localUsers, repairing: true)
        _ = try tables.auditUsernames(repairing: true)
    }

    private static let usernames10 = """
        ALTER TABLE user ADD COLUMN username_precedence BLOB NOT NULL DEFAULT x'02'
            CHECK (length(username_precedence) IN (1, 16));
        CREATE TRIGGER user_local_insert AFTER INSERT ON user
            WHEN EXISTS (SELECT 1 FROM account WHERE user = new.uuid)
        BEGIN
            UPDATE user SET username_precedence = x'00' WHERE id = new.id;
        END;
        CREATE INDEX user_local ON user (id) WHERE username_precedence = x'00';
        DROP INDEX user_username;
        CREATE INDEX user_username ON user (username, username_precedence, username_stamp, uuid)
            WHERE username IS NOT NULL;

        """

    private static let muted10 = """
        CREATE TABLE muted_user (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            muted BLOB NOT NULL CHECK (length(muted) = 16),
            PRIMARY KEY (user, muted),
            CHECK (user <> muted)
        ) STRICT, WITHOUT ROWID;

        """

    private static let blocked10 = """
        CREATE TABLE blocked_user (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            blocked BLOB NOT NULL CHECK (length(blocked) = 16),
            is_blocked INTEGER NOT NULL CHECK (is_blocked IN (0, 1)),
            changed_at INTEGER NOT NULL CHECK (changed_at >= 0),
            name TEXT,
            PRIMARY KEY (user, blocked),
            CHECK (user <> blocked)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blocked_user_blocked ON blocked_user (blocked) WHERE is_blocked;

        """
}
