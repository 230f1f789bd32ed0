import TimelineCore

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
