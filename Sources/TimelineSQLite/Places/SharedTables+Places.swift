import TimelineCore

extension SharedTables {
    /// Adds a post to the R-tree, if it has a position.
    ///
    /// The post is stored as a point, so the lower and upper bounds are equal before the tree
    /// rounds them. SQLite chooses the row ID, because posts do not have integer keys.
    ///
    /// - Parameters:
    ///   - post: The ID of a post that is not in the tree.
    ///   - coordinate: The position of the post. If it is `nil`, nothing is added.
    /// - Throws: `SQLiteError`.
    func insertPlace(of post: Post.ID, _ coordinate: Coordinate?) throws {
        guard let coordinate else { return }
        try statement("INSERT INTO post_place VALUES (NULL, ?1, ?1, ?2, ?2, ?3, ?3, ?4, ?5, ?6)")
            .run(
                coordinate.latitude,
                coordinate.longitude,
                post.pushID.weeks,
                post,
                coordinate.latitudeE7,
                coordinate.longitudeE7
            )
    }

    /// Removes a post from the R-tree, or does nothing if the post has no position.
    ///
    /// The tree has no index on post IDs, so the statement searches it at the position in the
    /// post's row, which must still exist. Of the rows found at this position, only those with the
    /// post's ID are deleted.
    func deletePlace(of post: Post.ID) throws {
        try statement(
            """
            DELETE FROM post_place WHERE id IN (
                SELECT r.id FROM post p JOIN post_place r
                    ON r.min_latitude <= p.latitude / 1e7 AND r.max_latitude >= p.latitude / 1e7
                    AND r.min_longitude <= p.longitude / 1e7 AND r.max_longitude >= p.longitude / 1e7
                WHERE p.id = ?1 AND r.post = ?1)
            """
        )
        .run(post)
    }
}

extension Place {
    /// Creates a place from three columns: the name, the latitude and the longitude.
    ///
    /// Returns `nil` if the name and the position are both `NULL`.
    init?(_ row: ResultRow, at column: Int32) {
        let (name, coordinate) = (row.optionalText(column), Coordinate(row, at: column + 1))
        guard name != nil || coordinate != nil else { return nil }
        self.init(name: name, coordinate: coordinate)
    }
}

extension Coordinate {
    /// Creates a position from two columns: the latitude and the longitude, in units of 10⁻⁷
    /// degrees.
    ///
    /// Returns `nil` if either column is `NULL`.
    init?(_ row: ResultRow, at column: Int32) {
        guard !row.isNull(column), !row.isNull(column + 1) else { return nil }
        self.init(
            latitudeE7: Int32(clamping: row.int64(column)),
            longitudeE7: Int32(clamping: row.int64(column + 1))
        )
    }
}

extension PushID {
    /// The number of milliseconds in a week, which is the unit of time in the R-tree.
    static let millisecondsPerWeek: UInt64 = 7 * 24 * 3_600_000

    /// The creation time in weeks since 1970, which is the third dimension of the R-tree.
    ///
    /// On this scale, a year is about as long as a country is wide in degrees, so the tree splits
    /// its nodes by time as readily as by place.
    var weeks: Double { Self.weeks(milliseconds) }

    /// Converts milliseconds since 1970 to weeks.
    ///
    /// The R-tree stores bounds with 32 bits, but rounds them outward. A query over adjacent ranges
    /// of time therefore misses no post.
    static func weeks(_ milliseconds: UInt64) -> Double {
        Double(milliseconds) / Double(millisecondsPerWeek)
    }
}
