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
    /// - Throws: `SQLiteError`.
    func postIDs(near vicinity: SearchArea, in range: PostRange) throws -> [Post.ID] {
        guard range.limit > 0 else { return [] }
        let newest = try statement("SELECT max(id) FROM post").first { $0.pushID(0) } ?? .min
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
    /// - Throws: `SQLiteError`.
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
