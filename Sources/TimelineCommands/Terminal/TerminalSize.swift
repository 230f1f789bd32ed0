import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The size of the terminal that shows the output.
struct TerminalSize: Hashable {
    /// The width in columns, between 20 and 400.
    let columns: Int
    /// The height in rows, between 4 and 400.
    let rows: Int
    /// The size of a cell in pixels, if known.
    let cell: PixelSize?

    /// The bounds of plausible sizes.
    ///
    /// Sizes outside these bounds would break the layout.
    private static let columnBounds = 20...400
    private static let rowBounds = 4...400
    private static let cellBounds = 2...200
    private static let defaultRows = 24

    /// Reads the size of the terminal with the given descriptor.
    ///
    /// If its width is unknown, `COLUMNS` is used instead.
    ///
    /// Returns `nil` if the width is unknown and `COLUMNS` is not a positive number.
    init?(of descriptor: Int32, environment: [String: String]) {
        var size = winsize()
        // The request code is an Int32 on Linux and a UInt on Darwin.
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 0
        guard columns > 0 else { return nil }
        self.columns = Self.bounded(columns, to: Self.columnBounds)
        rows = Self.bounded(
            isKnown && size.ws_row > 0 ? Int(size.ws_row) : Self.defaultRows,
            to: Self.rowBounds
        )
        cell = isKnown ? Self.cell(size) : nil
    }

    private static func cell(_ size: winsize) -> PixelSize? {
        guard size.ws_col > 0, size.ws_row > 0 else { return nil }
        let cell = PixelSize(
            width: Int(size.ws_xpixel / size.ws_col),
            height: Int(size.ws_ypixel / size.ws_row)
        )
        let isPlausible = cellBounds.contains(cell.width) && cellBounds.contains(cell.height)
        return isPlausible ? cell : nil
    }

    private static func bounded(_ number: Int, to bounds: ClosedRange<Int>) -> Int {
        min(max(number, bounds.lowerBound), bounds.upperBound)
    }
}
