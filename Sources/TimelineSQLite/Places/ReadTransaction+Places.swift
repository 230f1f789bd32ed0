import TimelineCore

extension ReadTransaction {
    /// Finds posts newest first without reading all of a vicinity: searches the R-tree backward in
    /// slices of time that grow, until the page is full.
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
    private static let firstSlice = PushID.millisecondsPerWeek / 8
    /// The factor by which each slice is longer than the one before; eight slices reach back 52
    /// years.
    private static let growth: UInt64 = 4

    /// The posts of a slice of time, in milliseconds since 1970; unordered.
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
