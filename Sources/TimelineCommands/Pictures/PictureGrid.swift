import TimelineCore

/// A drawn grid of squares, one for each post.
struct PictureGrid: Sendable {
    /// A row of squares.
    struct Row: Sendable {
        /// The squares.
        let strip: PictureStrip
        /// The posts of the squares, from left to right.
        let posts: [PostView]
    }

    /// The rows.
    let rows: [Row]
    /// The number of empty columns on the left.
    let indent: Int
    /// The distance between the left edges of two squares in columns.
    let slot: Int
}

/// The arrangement of squares in a grid that uses the whole width of a terminal.
struct GridLayout: Hashable {
    /// The number of squares in a row.
    let across: Int
    /// The width of a square in columns.
    let columns: Int
    /// The number of rows of squares.
    let down: Int

    /// The approximate width in columns of a square.
    private static let squareColumns = 18
    /// The maximum number of rows of squares.
    private static let maximumDown = 3
    /// The number of rows reserved for text above and below the grid.
    private static let textRows = 9

    /// The maximum number of squares.
    var capacity: Int { across * down }

    /// Creates a grid with gaps of one column between the squares.
    ///
    /// - Parameters:
    ///   - columns: The width of the grid in columns.
    ///   - rows: The height of the terminal in rows.
    ///   - cell: The size of a cell in pixels.
    init(columns: Int, rows: Int, cell: PixelSize) {
        across = max(2, (columns + 1) / (Self.squareColumns + 1))
        let widest = max(1, (columns + 1) / across - 1)
        // A single row must fit on the terminal, with a line for the IDs.
        let highest = max(1, (rows - 4) * cell.height / cell.width)
        self.columns = min(widest, highest)
        let height = (self.columns * cell.width + cell.height - 1) / cell.height + 2
        down = max(1, min(Self.maximumDown, (rows - Self.textRows) / height))
    }
}
