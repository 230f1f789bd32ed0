import GRDB

extension Schema {
    /// Arrival numbers of posts, comments, likes and follows, and the epochs of read intervals.
    ///
    /// Rows from before have the number 0, which is lower than every epoch from now on.
    static func news7(_ database: Database) throws {
        for table in ["post", "comment", "post_like", "follow"] {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN arrival INTEGER DEFAULT 0
                        CHECK (arrival >= 0)
                    """
            )
        }
        try database.execute(
            sql: """
                CREATE INDEX post_arrival ON post (arrival) WHERE arrival > 0;
                ALTER TABLE read_interval ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
                UPDATE read_interval SET epoch = (SELECT epoch FROM clock);
                """
        )
    }
}
