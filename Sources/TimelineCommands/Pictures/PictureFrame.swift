import TimelineCore
import TimelineMedia

/// The place of a picture on the screen, in cells and in pixels.
struct PictureFrame: Hashable, Sendable {
    /// The width in columns.
    let columns: Int
    /// The height in rows.
    let rows: Int
    /// The size of the drawing in pixels, which fits into the cells.
    let pixels: PixelSize
    /// Whether the picture is cropped to a square.
    let isSquare: Bool

    /// The size to which a photo is scaled.
    var fit: PictureFit {
        isSquare ? .square(pixels.width) : .within(max(pixels.width, pixels.height))
    }

    /// Creates the largest frame for a whole photo within the given pixels, without enlarging the
    /// photo.
    init(of photo: PixelSize, within limit: PixelSize, cell: PixelSize) {
        let (width, height) = (Double(max(1, photo.width)), Double(max(1, photo.height)))
        let scale = min(1, Double(limit.width) / width, Double(limit.height) / height)
        self.init(
            PixelSize(width: max(1, Int(width * scale)), height: max(1, Int(height * scale))),
            isSquare: false,
            cell: cell
        )
    }

    /// Creates the largest frame for the central square of a photo within the given side length,
    /// without enlarging the photo.
    init(squareOf photo: PixelSize, side: Int, cell: PixelSize) {
        let side = max(1, min(side, photo.width, photo.height))
        self.init(PixelSize(width: side, height: side), isSquare: true, cell: cell)
    }

    private init(_ pixels: PixelSize, isSquare: Bool, cell: PixelSize) {
        self.pixels = pixels
        self.isSquare = isSquare
        columns = Self.cells(pixels.width, cell.width)
        rows = Self.cells(pixels.height, cell.height)
    }

    /// Returns the number of cells that a number of pixels takes up.
    private static func cells(_ pixels: Int, _ cell: Int) -> Int { (pixels + cell - 1) / cell }
}
