import TimelineCore

extension SharedTables {
    /// Compares the R-tree with the positions of posts, row by row.
    ///
    /// A row is correct if its position equals the post's position and its bounds are exactly those
    /// that SQLite computes for this position (`TreeBounds`). If the bounds were wrong, a search
    /// would miss the row.
    ///
    /// A repair first deletes incorrect rows and then inserts each affected post once. This also
    /// corrects posts that appear twice or at the wrong position.
    ///
    /// - Returns: The mismatches, at most 20, and the repairs of all mismatches.
    /// - Throws: `SQLiteError`.
    func auditPlaces() throws -> StoreAudit {
        let stored = try indexedPlaces()
            .map { place in
                (
                    key: place.isConsistent
                        ? place.description : DoctorText.misplaced(place.description),
                    place: place
                )
            }
        let expected: [(key: String, post: Post.ID)] = try statement(
            "SELECT id, latitude, longitude FROM post WHERE latitude IS NOT NULL"
        )
        .all { row in
            let place = IndexedPlace.describe(row.id(0), at: Coordinate(row, at: 1))
            return (place, row.id(0))
        }
        let difference = CountDifference(
            Dictionary(stored.map { ($0.key, 1) }, uniquingKeysWith: +),
            Dictionary(expected.map { ($0.key, 1) }, uniquingKeysWith: +)
        )
        guard !difference.keys.isEmpty else { return StoreAudit() }
        let keys = Set(difference.keys)
        let wrong = stored.filter { keys.contains($0.key) }.map(\.place)
        let missing = expected.filter { keys.contains($0.key) }.map(\.post)
        let posts = Set(wrong.compactMap(\.post) + missing)
        return StoreAudit(
            mismatches: difference.mismatches(DoctorText.places),
            repairs: [
                .each(of: wrong.map(\.rowID)) { try $0.repairPlace(rowID: $1) },
                .each(of: posts.sorted()) { try $0.repairPlace(of: $1) },
            ]
        )
    }

    /// Deletes a row of the R-tree if it is damaged or its post has a different position or none.
    ///
    /// This is the first of the two repair steps. Rows that another process has already corrected
    /// are retained.
    private func repairPlace(rowID: Int64) throws {
        guard let place = try indexedPlaces(condition: "WHERE id = ?", rowID).first else { return }
        let post = try place.post.flatMap { post in
            try statement("SELECT latitude, longitude FROM post WHERE id = ?")
                .first(post) { Coordinate($0, at: 0) } ?? nil
        }
        guard !place.isConsistent || post != place.coordinate else { return }
        try statement("DELETE FROM post_place WHERE id = ?").run(rowID)
    }

    /// Ensures that a post appears exactly once in the R-tree, or not at all if it has no position.
    ///
    /// This is the second repair step. It deletes the rows at the post's position and then inserts
    /// one.
    private func repairPlace(of post: Post.ID) throws {
        try deletePlace(of: post)
        let coordinate = try statement("SELECT latitude, longitude FROM post WHERE id = ?")
            .first(post) { Coordinate($0, at: 0) }
        try insertPlace(of: post, coordinate ?? nil)
    }

    /// Reads rows of the R-tree.
    ///
    /// - Parameters:
    ///   - condition: A `WHERE` clause, or an empty string for all rows.
    ///   - arguments: The arguments of the condition.
    /// - Returns: The rows.
    /// - Throws: `SQLiteError`.
    private func indexedPlaces(
        condition: String = "",
        _ arguments: Int64...
    ) throws -> [IndexedPlace] {
        try statement(
            """
            SELECT id, post, latitude, longitude, min_latitude, max_latitude, min_longitude,
                max_longitude, min_week, max_week FROM post_place \(condition)
            """
        )
        .all(arguments, map: IndexedPlace.init)
    }
}

/// A row of the R-tree.
///
/// Damage may have left values that are not valid IDs or positions. In this case, the corresponding
/// properties are `nil`, and the row is wrong.
private struct IndexedPlace: CustomStringConvertible {
    /// The key of the row, which a repair uses to delete it.
    let rowID: Int64
    /// The ID of the post, read from a column next to the bounds.
    let post: Post.ID?
    /// The exact position, read from the columns next to the bounds.
    let coordinate: Coordinate?
    /// Whether the bounds match the position and the post's time.
    let isConsistent: Bool

    /// Creates a row from the columns that `indexedPlaces(condition:_:)` selects.
    init(_ row: ResultRow) {
        rowID = row.int64(0)
        post = row.optionalPushID(1).map(Post.ID.init)
        coordinate = Coordinate(row, at: 2)
        guard let post, let coordinate else {
            isConsistent = false
            return
        }
        let values = [coordinate.latitude, coordinate.longitude, post.pushID.weeks]
        isConsistent = zip(values.map(TreeBounds.init), [4, 6, 8] as [Int32])
            .allSatisfy { bounds, column in
                bounds.lower == row.double(column) && bounds.upper == row.double(column + 1)
            }
    }

    /// A description of the post and its position.
    var description: String { Self.describe(post, at: coordinate) }

    /// Describes a post and its position for the report.
    ///
    /// Two descriptions are equal only if the posts and their positions are equal.
    static func describe(_ post: Post.ID?, at coordinate: Coordinate?) -> String {
        DoctorText.place(
            post,
            latitude: coordinate?.latitude ?? .nan,
            longitude: coordinate?.longitude ?? .nan
        )
    }
}
