import TimelineCore

extension ReadTransaction {
    /// Finds posts newest first without reading all of a vicinity: searches the R-tree backward in
    /// slices of time that grow, until the page is full.
    ///
    /// An R-tree returns its rows in no useful order, so a single search near a town with a hundred
    /// thousand posts would have to read and sort all of them. The first slice covers the 21 hours
    /// before the upper bound, and each further one four times the span of the one before, so a
    /// page costs a few searches however old its posts are. The last slice contains a few times as
    /// many posts as the page at most, unless posts are very uneven in time.
    ///
    /// - Parameters:
    ///   - vicinity: the circle on the earth.
    ///   - range: the range of the page.
    /// - Returns: the IDs, newest first.
    /// - Throws: `DatabaseError`.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID] {
        guard range.limit > 0 else { return [] }
        let newest = try statement("SELECT max(id) FROM post").first { $0.pushID(0) } ?? .min
        var end = min(newest, range.before.pushID).milliseconds + 1
        var slice = Self.firstSlice
        var ids: [Post.ID] = []
        while end > range.lowerBound.pushID.milliseconds, ids.count < range.limit {
            let start = end > slice ? end - slice : 0
            ids += try postIDs(near: vicinity, between: start..<end)
                .filter { $0 < range.before && $0 > range.lowerBound }.sorted(by: >)
            end = start
            slice = slice.multipliedReportingOverflow(by: Self.growth).partialValue
            if start == 0 { break }
        }
        return Array(ids.prefix(range.limit))
    }

    /// The first slice of time, in milliseconds: 21 hours.
    ///
    /// An eighth of a week.
    private static let firstSlice = PushID.millisecondsPerWeek / 8
    /// The factor by which each slice is longer than the one before; eight slices reach back 52
    /// years.
    private static let growth: UInt64 = 4

    /// The posts of a slice of time, in milliseconds since 1970; unordered.
    ///
    /// A circle across the date line or around a pole has several boxes, each with a search of its
    /// own. A post may lie in two of them, and is returned once.
    ///
    /// - Parameters:
    ///   - vicinity: the circle.
    ///   - times: the slice; its upper bound is excluded.
    /// - Returns: the IDs of posts inside the circle and the slice.
    /// - Throws: `DatabaseError`.
    private func postIDs(
        near vicinity: Vicinity,
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
                // The tree's bounds are rounded outward; the exact values decide.
                if times.contains(id.pushID.milliseconds),
                    let coordinate = Coordinate(row, at: 1), vicinity.contains(coordinate)
                {
                    ids.insert(id)
                }
            }
        }
        return ids
    }
}
