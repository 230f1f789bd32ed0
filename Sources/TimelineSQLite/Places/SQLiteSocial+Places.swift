import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    // MARK: Writing

    func insertPlace(of post: Post.ID, _ coordinate: Coordinate?) throws {
        guard let coordinate else { return }
        let statement = try HotStatement(
            "INSERT INTO post_place VALUES (NULL, ?1, ?1, ?2, ?2, ?3, ?3, ?4, ?1, ?2)",
            in: database
        )
        statement.bind(coordinate.latitude, at: 1)
        statement.bind(coordinate.longitude, at: 2)
        statement.bind(post.pushID.weeks, at: 3)
        statement.bind(post.pushID, at: 4)
        try statement.run()
    }

    func deletePlace(of post: Post.ID) throws {
        try run(
            """
            DELETE FROM post_place WHERE id IN (
                SELECT r.id FROM post p JOIN post_place r
                    ON r.min_latitude <= p.latitude AND r.max_latitude >= p.latitude
                    AND r.min_longitude <= p.longitude AND r.max_longitude >= p.longitude
                WHERE p.id = ?1 AND r.post = ?1)
            """,
            post.data
        )
    }

    // MARK: Reading

    /// Newest first without a look at all of them: the time is a dimension of the tree, and is gone through
    /// backward in slices that grow, until the page is full.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID] {
        guard range.limit > 0 else { return [] }
        let newest =
            try rows("SELECT max(id) FROM post") { $0.pushID(0) }.first.flatMap(\.self) ?? .min
        var end = min(newest, range.before.pushID).milliseconds + 1
        var slice = Self.firstSlice
        var found: [Post.ID] = []
        while end > range.lowerBound.pushID.milliseconds, found.count < range.limit {
            let start = end > slice ? end - slice : 0
            found += try postIDs(near: vicinity, between: start..<end)
                .filter { $0 < range.before && $0 > range.lowerBound }.sorted(by: >)
            end = start
            slice = slice.multipliedReportingOverflow(by: Self.growth).partialValue
            if start == 0 { break }
        }
        return Array(found.prefix(range.limit))
    }

    /// The first slice of time, in milliseconds: 21 hours.
    private static let firstSlice = PushID.millisecondsPerWeek / 8
    /// How many times longer each slice is than the one before.
    private static let growth: UInt64 = 4

    /// The posts of some milliseconds, in no order.
    private func postIDs(
        near vicinity: Vicinity,
        between moments: Range<UInt64>
    ) throws -> Set<Post.ID> {
        let statement = try HotStatement(
            """
            SELECT post, latitude, longitude FROM post_place
            WHERE min_week <= ? AND max_week >= ? AND min_latitude <= ? AND max_latitude >= ?
                AND min_longitude <= ? AND max_longitude >= ?
            """,
            in: database
        )
        var found: Set<Post.ID> = []
        for box in vicinity.boxes {
            statement.bind(PushID.weeks(moments.upperBound), at: 1)
            statement.bind(PushID.weeks(moments.lowerBound), at: 2)
            statement.bind(box.latitudes.upperBound, at: 3)
            statement.bind(box.latitudes.lowerBound, at: 4)
            statement.bind(box.longitudes.upperBound, at: 5)
            statement.bind(box.longitudes.lowerBound, at: 6)
            try statement.forEach { row in
                let id = row.pushID(0)
                if moments.contains(id.milliseconds),
                    let latitude = row.double(1), let longitude = row.double(2),
                    vicinity.contains(Coordinate(latitude: latitude, longitude: longitude))
                {
                    found.insert(Post.ID(id))
                }
                return true
            }
        }
        return found
    }
}

extension PushID {
    fileprivate static let millisecondsPerWeek: UInt64 = 7 * 24 * 3_600_000

    /// The time in weeks since 1970, a scale on which years are about as long as countries are wide in degrees.
    var weeks: Double { Self.weeks(milliseconds) }

    fileprivate static func weeks(_ milliseconds: UInt64) -> Double {
        Double(milliseconds) / Double(millisecondsPerWeek)
    }
}
