import GRDB

extension Schema {
    /// Arrival numbers, the epochs of read intervals, and the epoch as the only version of caches.
    ///
    /// Rows from before have the number 0, which is lower than every epoch from now on.
    ///
    /// So nothing that was in the store is announced as new after the migration (decision 27), and
    /// a cache that was filled at epoch 0 never lists them as additions.
    static func news7(_ database: Database) throws {
        let tables = [
            "post", "comment", "post_like", "follow", "deleted_post", "moved_id",
        ]
        for table in tables {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0
                        CHECK (arrival >= 0)
                    """
            )
        }
        try database.execute(sql: indexes7 + reading7 + epoch7)
    }

    /// Partial indexes, which leave out the rows of earlier versions.
    ///
    /// So the migration writes no index of all posts. Queries repeat the condition `arrival > 0`,
    /// without which SQLite does not use a partial index.
    private static let indexes7 = """
        ALTER TABLE post ADD COLUMN is_news INTEGER NOT NULL DEFAULT 1 CHECK (is_news IN (0, 1));
        CREATE INDEX post_arrival ON post (arrival) WHERE arrival > 0;
        CREATE INDEX deleted_post_arrival ON deleted_post (arrival) WHERE arrival > 0;

        """

    /// Intervals that exist were read at the epoch of the migration.
    private static let reading7 = """
        ALTER TABLE read_interval ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
        UPDATE read_interval SET epoch = (SELECT epoch FROM clock);

        """

    /// Every program that can write this version advances the epoch, so no trigger counts changes
    /// of profiles.
    private static let epoch7 = """
        DROP TRIGGER user_profile_update;
        ALTER TABLE user DROP COLUMN following_version;
        ALTER TABLE clock DROP COLUMN late_posts;
        ALTER TABLE clock DROP COLUMN deletions;
        ALTER TABLE clock DROP COLUMN profiles;

        """
}
