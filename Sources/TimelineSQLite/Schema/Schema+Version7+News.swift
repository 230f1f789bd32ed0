extension Schema {
    /// Adds arrival numbers and the epochs of read intervals, and makes the epoch the only version
    /// that caches compare.
    ///
    /// Existing rows receive the arrival number 0, which is lower than every later epoch. After the
    /// migration, nothing that was already in the store is announced as new (decision 27), and a
    /// cache that was filled at epoch 0 never treats these rows as additions.
    static func news7(_ connection: Connection) throws {
        let tables = [
            "post", "comment", "post_like", "follow", "deleted_post", "moved_id",
        ]
        for table in tables {
            try connection.execute(
                """
                ALTER TABLE \(table) ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0
                    CHECK (arrival >= 0)
                """
            )
        }
        try connection.execute(indexes7 + reading7 + epoch7)
    }

    /// The statements that create partial indexes, which omit the rows of earlier versions.
    ///
    /// The migration therefore does not have to index all posts. Queries repeat the condition
    /// `arrival > 0`, without which SQLite does not use a partial index.
    private static let indexes7 = """
        ALTER TABLE post ADD COLUMN is_news INTEGER NOT NULL DEFAULT 1 CHECK (is_news IN (0, 1));
        CREATE INDEX post_arrival ON post (arrival) WHERE arrival > 0;
        CREATE INDEX deleted_post_arrival ON deleted_post (arrival) WHERE arrival > 0;

        """

    /// The statements that add epochs to read intervals, using the current epoch for existing
    /// intervals.
    private static let reading7 = """
        ALTER TABLE read_interval ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
        UPDATE read_interval SET epoch = (SELECT epoch FROM clock);

        """

    /// The statements that drop the counters that the epoch replaces.
    ///
    /// Every program that can write this version advances the epoch, so no trigger is needed to
    /// count changes to profiles.
    private static let epoch7 = """
        DROP TRIGGER user_profile_update;
        ALTER TABLE user DROP COLUMN following_version;
        ALTER TABLE clock DROP COLUMN late_posts;
        ALTER TABLE clock DROP COLUMN deletions;
        ALTER TABLE clock DROP COLUMN profiles;

        """
}
