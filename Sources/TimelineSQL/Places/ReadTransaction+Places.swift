import TimelineCore

extension ReadTransaction {
    /// Returns the posts in a vicinity, newest first, without reading all of them.
    ///
    /// The method searches the R-tree backwards, in time slices of increasing length, until the
    /// page is full.
    ///
    /// An R-tree returns its rows in no useful order, so a single search near a town with a hundred
    /// thousand posts would have to read and sort all of them. The first slice covers the 21 hours
    /// before the upper bound, and each subsequent slice is four times as long as the previous one.
    /// A page therefore requires only a few searches, however old its posts are. The last slice
    /// contains at most a few times as many posts as the page, unless the posts are distributed
    /// very unevenly over time.
    ///
    /// - Parameters:
    ///   - vicinity: The circle on the Earth.
    ///   - range: The range of the page.
    /// - Returns: The IDs of the posts, newest first.
    /// - Throws: A database error.
    func postIDs(near vicinity: SearchArea, in range: PostRange) throws -> [Post.ID] {
        guard range.limit > 0 else { return [] }
        guard connection.dialect == .sqlite else {
            return try tables.postIDs(inCellsOf: vicinity, in: range)
        }
        let newest =
            try statement("SELECT id FROM post ORDER BY id DESC LIMIT 1").first { $0.pushID(0) }
            ?? .min
        var end = min(newest, range.before.pushID).milliseconds + 1
        var slice = Self.firstSlice
        var ids: [Post.ID] = []
        while end > range.lowerBound.milliseconds, ids.count < range.limit {
            let start = end > slice ? end - slice : 0
            ids += try postIDs(near: vicinity, between: start..<end)
                .filter { $0 < range.before && $0 > range.lowerBound }.sorted(by: >)
            end = start
            slice = slice.multipliedReportingOverflow(by: Self.growth).partialValue
            if start == 0 { break }
        }
        return Array(ids.prefix(range.limit))
    }

    /// The length of the first time slice in milliseconds: an eighth of a week, or 21 hours.
    private static let firstSlice = PushID.millisecondsPerWeek / 8
    /// The factor by which each slice is longer than the previous slice.
    ///
    /// Eight slices reach back 52 years.
    private static let growth: UInt64 = 4

    /// Returns the posts in a vicinity and a time slice, in no particular order.
    ///
    /// A circle that crosses the 180° meridian has two boxes, which are searched separately. A post
    /// may lie in both boxes, but is returned only once.
    ///
    /// - Parameters:
    ///   - vicinity: The circle on the Earth.
    ///   - times: The time slice in milliseconds since 1970, excluding its upper bound.
    /// - Returns: The IDs of the posts inside the circle and the slice.
    /// - Throws: A database error.
    private func postIDs(
        near vicinity: SearchArea,
        between times: Range<UInt64>
    ) throws -> Set<Post.ID> {
        let search = try statement(
            """
            SELECT post, latitude, longitude FROM post_place
            WHERE min_week <= ? AND max_week >= ? AND min_latitude <= ? AND max_latitude >= ?
                AND min_longitude <= ? AND max_longitude >= ?
            """
        )
        var ids: Set<Post.ID> = []
        for box in vicinity.boxes {
            try search.forEach(
                PushID.weeks(times.upperBound),
                PushID.weeks(times.lowerBound),
                box.latitudes.upperBound,
                box.latitudes.lowerBound,
                box.longitudes.upperBound,
                box.longitudes.lowerBound
            ) { row in
                let id: Post.ID = row.id(0)
                // The tree's bounds are rounded outward, so compare the exact values.
                if times.contains(id.milliseconds),
                    let coordinate = Coordinate(row, at: 1), vicinity.contains(coordinate)
                {
                    ids.insert(id)
                }
            }
        }
        return ids
    }
}

extension SharedTables {
    /// Adds a post to the R-tree, if it has a position.
    ///
    /// The post is stored as a point, so the lower and upper bounds are equal before the tree
    /// rounds them. SQLite chooses the row ID, because posts do not have integer keys.
    ///
    /// - Parameters:
    ///   - post: The ID of a post that is not in the tree.
    ///   - coordinate: The position of the post. If it is `nil`, nothing is added.
    /// - Throws: A database error.
    func insertPlace(of post: Post.ID, _ coordinate: Coordinate?) throws {
        guard let coordinate else { return }
        guard connection.dialect == .sqlite else { return try insertCell(of: post, coordinate) }
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

    /// Calls `body` with the place of each post that has one.
    func forEachPlace(_ body: (Post.ID, Coordinate) throws -> Void) throws {
        try statement(
            "SELECT id, latitude, longitude FROM post WHERE latitude IS NOT NULL ORDER BY id"
        )
        .scan { row in
            if let place = Coordinate(row, at: 1) { try body(row.id(0), place) }
            return true
        }
    }

    /// Removes a post from the R-tree, or does nothing if the post has no position.
    ///
    /// The tree has no index on post IDs, so the statement searches it at the position in the
    /// post's row, which must still exist. Of the rows found at this position, only those with the
    /// post's ID are deleted.
    func deletePlace(of post: Post.ID) throws {
        guard connection.dialect == .sqlite else { return try deleteCell(of: post) }
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
