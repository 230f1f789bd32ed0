import TimelineCore
import TimelineMedia

/// A grid of square pictures on a transparent background, aligned to the cells of a terminal.
struct Mosaic {
    /// The number of squares in a row.
    let across: Int
    /// The width of a square in columns.
    let columns: Int
    /// The size of a cell in pixels.
    let cell: PixelSize

    /// Creates a grid of the largest squares that fit, with gaps of one column between them.
    ///
    /// If the squares would be too small to be recognizable, the number of squares in a row is
    /// increased.
    ///
    /// - Parameters:
    ///   - wanted: The preferred number of squares in a row.
    ///   - columns: The maximum width of the grid in columns.
    ///   - rows: The maximum height of the grid in rows.
    ///   - count: The number of squares in the grid.
    ///   - cell: The size of a cell in pixels.
    init(across wanted: Int, columns: Int, rows: Int, of count: Int, cell: PixelSize) {
        self.cell = cell
        var across = wanted
        var square = max(1, (columns - across + 1) / across)
        while square > 1, Self.height(of: count, across: across, columns: square, cell: cell) > rows
        {
            if square > Self.minimumColumns || across >= count {
                square -= 1
            } else {
                across += 1
                square = max(1, (columns - across + 1) / across)
            }
        }
        self.across = across
        self.columns = square
    }

    /// The smallest width in columns at which a square is still recognizable.
    private static let minimumColumns = 6

    /// The side length of a square in pixels.
    var side: Int { columns * cell.width }

    /// The width of the grid in columns.
    var width: Int { across * (columns + 1) - 1 }

    /// Returns the height in rows of a grid with the given number of squares.
    ///
    /// The height includes gaps of half a row between the rows of squares.
    func height(_ count: Int) -> Int {
        Self.height(of: count, across: across, columns: columns, cell: cell)
    }

    private static func height(
        of count: Int,
        across: Int,
        columns: Int,
        cell: PixelSize
    ) -> Int {
        let rows = (count + across - 1) / across
        let pixels = rows * columns * cell.width + (rows - 1) * (cell.height / 2)
        return max(1, (pixels + cell.height - 1) / cell.height)
    }

    /// Draws the central square of each picture into one picture.
    ///
    /// Returns `nil` if the picture cannot be created.
    func raster(_ tiles: [Raster]) -> Raster? {
        let size = PixelSize(width: width * cell.width, height: height(tiles.count) * cell.height)
        var pixels = [UInt8](repeating: 0, count: 4 * size.area)
        for (index, tile) in tiles.enumerated() {
            let left = index % across * (side + cell.width)
            let top = index / across * (side + cell.height / 2)
            copy(
                tile.scaled(.square(side)),
                to: &pixels,
                at: top * size.width + left,
                width: size.width
            )
        }
        return Raster(width: size.width, height: size.height, pixels: pixels)
    }

    /// Copies a square tile into a picture.
    ///
    /// - Parameters:
    ///   - tile: The tile to copy.
    ///   - pixels: The pixels of the picture.
    ///   - corner: The index of the pixel at the top left corner of the tile.
    ///   - width: The width of the picture in pixels.
    private func copy(_ tile: Raster, to pixels: inout [UInt8], at corner: Int, width: Int) {
        for row in 0..<side {
            for column in 0..<side {
                let line = row * tile.height / side
                let source = 4 * (line * tile.width + column * tile.width / side)
                let target = 4 * (corner + row * width + column)
                for channel in 0..<4 { pixels[target + channel] = tile.pixels[source + channel] }
            }
        }
    }
}
