#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// How wide the terminal is that output goes to.
enum TerminalWidth {
    /// The widths that are believed, as neither a sliver nor a lie should spoil the layout.
    private static let bounds = 20...400

    /// The columns of the terminal behind a descriptor, or else those that `COLUMNS` tells of.
    ///
    /// They are bounded to 20…400. There are none when the descriptor is no terminal and `COLUMNS`
    /// is not a positive number.
    static func columns(of descriptor: Int32, environment: [String: String]) -> Int? {
        let columns = windowColumns(of: descriptor) ?? environment["COLUMNS"].flatMap { Int($0) }
        guard let columns, columns > 0 else { return nil }
        return min(max(columns, bounds.lowerBound), bounds.upperBound)
    }

    private static func windowColumns(of descriptor: Int32) -> Int? {
        var size = winsize()
        // The request is an Int32 on Linux and a UInt on Darwin.
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
