import TimelineCore
import TimelineMedia

/// Squares side by side in rows, on nothing, as a picture of whole cells of a terminal.
struct Mosaic {
    /// How many squares stand in a row.
    let across: Int
    /// The columns of a square.
    let columns: Int
    /// The size of a cell in pixels.
    let cell: PixelSize

    /// The largest mosaic in so many columns and rows, with a column left free between two squares.
    ///
    /// Where squares would become too small to show anything, more of them stand side by side.
    init(across wanted: Int, columns: Int, rows: Int, of count: Int, cell: PixelSize) {
        self.cell = cell
        var across = wanted
        var square = max(1, (columns - across + 1) / across)
        while square > 1, Self.height(of: count, across, square, cell) > rows {
            if square > Self.smallest || across >= count {
                square -= 1
            } else {
                across += 1
                square = max(1, (columns - across + 1) / across)
            }
        }
        self.across = across
        self.columns = square
    }

    /// Squares of fewer columns show nothing.
    private static let smallest = 6

    /// The pixels of a square's side.
    var side: Int { columns * cell.width }

    /// All columns that it takes.
    var width: Int { across * (columns + 1) - 1 }

    /// The rows that it takes with so many squares; half a row is left free between two.
    func height(_ count: Int) -> Int { Self.height(of: count, across, columns, cell) }

    private static func height(
        of count: Int,
        _ across: Int,
        _ columns: Int,
        _ cell: PixelSize
    ) -> Int {
        let rows = (count + across - 1) / across
        let pixels = rows * columns * cell.width + (rows - 1) * (cell.height / 2)
        return max(1, (pixels + cell.height - 1) / cell.height)
    }

    /// Puts pictures together, the middle square of each.
    func raster(_ tiles: [Raster]) -> Raster? {
        let size = PixelSize(width: width * cell.width, height: height(tiles.count) * cell.height)
        var pixels = [UInt8](repeating: 0, count: 4 * size.area)
        for (index, tile) in tiles.enumerated() {
            let left = index % across * (side + cell.width)
            let top = index / across * (side + cell.height / 2)
            lay(tile.scaled(.square(side)), at: top * size.width + left, size.width, &pixels)
        }
        return Raster(width: size.width, height: size.height, pixels: pixels)
    }

    private func lay(_ tile: Raster, at corner: Int, _ width: Int, _ pixels: inout [UInt8]) {
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
