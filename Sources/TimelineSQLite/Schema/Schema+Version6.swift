extension Schema {
    /// Migrates to version 6, which adds indexes for expiry, each author's newest stamp, aliases of
    /// moved IDs, the epoch, and read intervals.
    ///
    /// Authors of pending changes also receive a row, because an author's next stamp must be higher
    /// than the stamps of the author's pending changes.
    static func version6(_ connection: Connection) throws {
        try connection.execute(accounts6 + ids6 + reading6)
        let tables = SharedTables(connection: connection)
        try tables.raiseNewestStamps(to: tables.pendingChanges())
    }

    /// The statements that add indexes of expired sessions and failed logins, and the date of the
    /// last password reset.
    ///
    /// Logins and failed logins delete expired rows. Without an index, each of them would read all
    /// rows.
    private static let accounts6 = """
        CREATE INDEX session_last_used ON session (last_used_at);
        CREATE INDEX login_failure_last ON login_failure (last);
        ALTER TABLE account ADD COLUMN password_reset_at INTEGER;

        """

    /// The statements that add newest stamps, aliases of moved IDs, and the epoch.
    ///
    /// Each author's newest stamp is computed from every table that contains stamps (decision 18).
    /// A statement with `GROUP BY` reads its table only once, whereas a correlated query would read
    /// the table once per user.
    ///
    /// `waiting_change_stamp` finds the pending post or comment that a deletion drops.
    private static let ids6 = """
        ALTER TABLE user ADD COLUMN newest_stamp BLOB NOT NULL
            DEFAULT x'000000000000000000000000000000' CHECK (length(newest_stamp) = 15);
        UPDATE user SET newest_stamp = max(
            newest_stamp, ifnull(username_stamp, newest_stamp), ifnull(display_name_stamp, newest_stamp),
            ifnull(bio_stamp, newest_stamp), ifnull(url_stamp, newest_stamp),
            ifnull(avatar_stamp, newest_stamp)
        );
        UPDATE user SET newest_stamp = max(newest_stamp, s.stamp) FROM (
            SELECT author AS user, max(max(id, caption_stamp)) AS stamp FROM post GROUP BY author
        ) s WHERE s.user = user.id;
        UPDATE user SET newest_stamp = max(newest_stamp, s.stamp) FROM (
            SELECT author AS user, max(id) AS stamp FROM comment GROUP BY author
        ) s WHERE s.user = user.id;
        UPDATE user SET newest_stamp = max(newest_stamp, s.stamp) FROM (
            SELECT user, max(stamp) AS stamp FROM post_like GROUP BY user
        ) s WHERE s.user = user.id;
        UPDATE user SET newest_stamp = max(newest_stamp, s.stamp) FROM (
            SELECT follower AS user, max(stamp) AS stamp FROM follow GROUP BY follower
        ) s WHERE s.user = user.id;

        CREATE TABLE moved_id (
            old BLOB NOT NULL PRIMARY KEY CHECK (length(old) = 15),
            new BLOB NOT NULL CHECK (length(new) = 15)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX waiting_change_stamp ON waiting_change (json_extract(change, '$.stamp'));

        ALTER TABLE clock ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

        """

    /// The statements that replace each user's newest post seen with read intervals.
    ///
    /// Everything up to that post is treated as read, so the post becomes the end of an interval
    /// that starts before all posts.
    private static let reading6 = """
        CREATE TABLE read_interval (
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            oldest BLOB NOT NULL CHECK (length(oldest) = 15),
            newest BLOB NOT NULL CHECK (length(newest) = 15),
            PRIMARY KEY (user, oldest),
            CHECK (oldest <= newest)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO read_interval SELECT user, zeroblob(15), newest_seen FROM read_position
            WHERE newest_seen IS NOT NULL;
        ALTER TABLE read_position DROP COLUMN newest_seen;
        ALTER TABLE read_position DROP COLUMN newest_shown;

        """
}
