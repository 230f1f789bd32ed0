import TimelineCore

/// The index of places in PostgreSQL, where it is a table of cells with a size of a tenth of a degree.
///
/// SQLite has an R-tree for this (`ReadTransaction+Places.swift`). Both find the same posts, because
/// the exact positions are compared.
extension SharedTables {
    /// The number of cells in a degree of latitude or longitude.
    private static let cellsPerDegree = 10.0
    /// The number of cells from west to east.
    private static let cellsPerParallel = 3601
    /// The maximum number of cells to list.
    ///
    /// In a larger area, all posts with a place are read.
    private static let cellLimit = 4096

    /// Adds a post to the index.
    func insertCell(of post: Post.ID, _ coordinate: Coordinate) throws {
        let cell = Self.cell(at: coordinate)
        try statement("INSERT INTO post_cell VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .run(cell, post, coordinate.latitudeE7, coordinate.longitudeE7)
    }

    /// Removes a post from the index.
    func deleteCell(of post: Post.ID) throws {
        try statement("DELETE FROM post_cell WHERE post = ?").run(post)
    }

    /// Returns the newest posts in an area, by reading its cells from the newest post.
    func postIDs(inCellsOf vicinity: SearchArea, in range: PostRange) throws -> [Post.ID] {
        let cells = Self.cells(of: vicinity)
        let condition = cells == nil ? "" : "AND cell = ANY (CAST(?3 AS BIGINT[]))"
        var ids: [Post.ID] = []
        try statement(
            """
            SELECT post, latitude, longitude FROM post_cell
            WHERE post < ?1 AND post > ?2 \(condition) ORDER BY post DESC
            """
        )
        .scan(range.before, range.lowerBound, cells.map { [IntegerArray($0)] } ?? []) { row in
            if let coordinate = Coordinate(row, at: 1), vicinity.contains(coordinate) {
                ids.append(row.id(0))
            }
            return ids.count < range.limit
        }
        return ids
    }

    /// Returns the cell that contains a position.
    static func cell(at coordinate: Coordinate) -> Int {
        row(coordinate.latitude) * cellsPerParallel + column(coordinate.longitude)
    }

    private static func row(_ latitude: Double) -> Int {
        Int(((latitude + 90) * cellsPerDegree).rounded(.down))
    }

    private static func column(_ longitude: Double) -> Int {
        Int(((longitude + 180) * cellsPerDegree).rounded(.down))
    }

    /// Returns the cells of an area, or `nil` if there are too many.
    private static func cells(of vicinity: SearchArea) -> [Int]? {
        var cells: [Int] = []
        for box in vicinity.boxes {
            let rows = row(box.latitudes.lowerBound)...row(box.latitudes.upperBound)
            let columns = column(box.longitudes.lowerBound)...column(box.longitudes.upperBound)
            guard cells.count + rows.count * columns.count <= cellLimit else { return nil }
            for row in rows { cells += columns.map { row * cellsPerParallel + $0 } }
        }
        return cells
    }
}
