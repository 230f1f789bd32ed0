import TimelineCore
import TimelineMedia

/// The drawings of posts.
typealias DrawnPosts = [Post.ID: DrawnPost]

/// The drawing of a post.
struct DrawnPost: Sendable {
    /// The photos, as lines of text.
    let photos: [String]
    /// The author's picture, which is shown next to the heading, if it is drawn.
    let avatar: PictureStrip?
}

/// A picture drawn into a rectangle of cells.
struct DrawnPicture: Hashable, Sendable {
    /// The content to send to the terminal.
    enum Content: Hashable, Sendable {
        /// One line of text for each row.
        case text([String])
        /// A control sequence that draws the picture at the cursor.
        case sequence(String)
    }

    /// The width in columns.
    let columns: Int
    /// The height in rows.
    let rows: Int
    /// The content to send to the terminal.
    let content: Content
}

/// Pictures side by side, aligned at their tops.
struct PictureStrip: Hashable, Sendable {
    /// A picture and its distance from the left edge in columns.
    struct Part: Hashable, Sendable {
        let left: Int
        let picture: DrawnPicture
    }

    /// The pictures, from left to right.
    let parts: [Part]

    /// Creates a strip of pictures.
    ///
    /// - Parameters:
    ///   - pictures: The pictures, from left to right.
    ///   - indent: The number of empty columns on the left.
    ///   - slot: The distance between the left edges of two pictures, or `nil` for a gap of one
    ///     column between them.
    init(_ pictures: [DrawnPicture], indent: Int, slot: Int? = nil) {
        var left = indent
        var parts: [Part] = []
        for picture in pictures {
            parts.append(Part(left: left, picture: picture))
            left += slot ?? picture.columns + 1
        }
        self.parts = parts
    }

    /// The width in columns, including the empty columns on the left.
    var columns: Int { parts.last.map { $0.left + $0.picture.columns } ?? 0 }

    /// The height in rows.
    var rows: Int { parts.map(\.picture.rows).max() ?? 0 }

    /// Returns the lines of text that show the strip.
    ///
    /// If the terminal draws the pictures, the last line draws all of them over the empty lines
    /// above it, so that the terminal does not scroll during drawing.
    ///
    /// - Parameters:
    ///   - text: Lines to the right of the pictures, which start with as many spaces as needed.
    ///   - below: A line directly below the pictures, if any.
    /// - Returns: The lines.
    func lines(beside text: [String] = [], above below: String? = nil) -> [String] {
        var lines = text + Array(repeating: "", count: max(0, rows - text.count))
        var sequences = ""
        for part in parts.reversed() {
            switch part.picture.content {
            case .sequence(let sequence):
                let step = part.left > 0 ? "\u{1B}[\(part.left)C" : ""
                sequences = "\u{1B}7\(step)\(sequence)\u{1B}8" + sequences
            case .text(let rows):
                for (index, row) in rows.enumerated() where index < lines.count {
                    let rest = Self.dropping(part.left + part.picture.columns, from: lines[index])
                    lines[index] = String(repeating: " ", count: part.left) + row + rest
                }
            }
        }
        guard !sequences.isEmpty else { return lines + [below].compactMap(\.self) }
        let height = lines.count
        return lines + ["\u{1B}[\(height)A" + sequences + "\u{1B}[\(height)B" + (below ?? "")]
    }

    /// Removes spaces from the start of a line, to make room for a row of a picture.
    private static func dropping(_ count: Int, from line: String) -> Substring {
        let spaces = line.prefix(count).prefix { $0 == " " }.count
        return line.dropFirst(spaces)
    }
}

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
