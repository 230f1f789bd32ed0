import TimelineCore

extension SharedTables {
    /// Adds a post to the R-tree, if it has a position.
    func insertPlace(of post: Post.ID, _ coordinate: Coordinate?) throws {
        guard let coordinate else { return }
        try statement("INSERT INTO post_place VALUES (NULL, ?1, ?1, ?2, ?2, ?3, ?3, ?4, ?1, ?2)")
            .run(coordinate.latitude, coordinate.longitude, post.pushID.weeks, post)
    }

    /// Removes a post from the R-tree.
    ///
    /// The tree has no index of posts, so it is searched at the position of the post's row, which
    /// must still exist.
    func deletePlace(of post: Post.ID) throws {
        try statement(
            """
            DELETE FROM post_place WHERE id IN (
                SELECT r.id FROM post p JOIN post_place r
                    ON r.min_latitude <= p.latitude AND r.max_latitude >= p.latitude
                    AND r.min_longitude <= p.longitude AND r.max_longitude >= p.longitude
                WHERE p.id = ?1 AND r.post = ?1)
            """
        )
        .run(post)
    }
}

extension Coordinate {
    /// Reads latitude and longitude from two columns; `nil` for `NULL`.
    init?(_ row: ResultRow, at column: Int32) {
        guard let latitude = row.double(column), let longitude = row.double(column + 1) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension PushID {
    static let millisecondsPerWeek: UInt64 = 7 * 24 * 3_600_000

    /// The time in weeks since 1970, the third dimension of the R-tree.
    ///
    /// On this scale a year is about as long as a country is wide in degrees, so the tree splits
    /// its nodes by time as readily as by place.
    var weeks: Double { Self.weeks(milliseconds) }

    /// Converts milliseconds since 1970 to weeks.
    static func weeks(_ milliseconds: UInt64) -> Double {
        Double(milliseconds) / Double(millisecondsPerWeek)
    }
}
