#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// How wide the terminal is that output goes to.
enum TerminalWidth {
    /// The columns of the terminal behind a descriptor, or those that `COLUMNS` tells of.
    ///
    /// They are bounded to 20…400, so that neither a sliver of a window nor a lie of the
    /// environment spoils the layout. There are none when the output is no terminal and
    /// `COLUMNS` is not a number.
    static func columns(of descriptor: Int32, environment: [String: String]) -> Int? {
        let columns = windowColumns(of: descriptor) ?? environment["COLUMNS"].flatMap { Int($0) }
        guard let columns, columns > 0 else { return nil }
        return min(max(columns, 20), 400)
    }

    private static func windowColumns(of descriptor: Int32) -> Int? {
        var size = winsize()
        // The request is an Int32 on Linux and a UInt on Darwin.
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
