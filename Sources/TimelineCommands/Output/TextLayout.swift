import Foundation

/// The layout of results as text: width, style and time.
struct TextLayout: Sendable {
    /// The maximum width of a line in columns.
    let width: Int
    /// The style of the text.
    let style: Style
    /// The time from which ages are counted.
    let now: Date
    /// The time zone of dates.
    let timeZone: TimeZone
    /// The command's `--store`, which suggested commands repeat.
    let storeOption: String?
    /// The drawn photos of posts; other photos are shown as text.
    var drawnPosts: DrawnPosts = [:]

    /// The width without a terminal.
    private static let defaultWidth = 80
    /// The width above which lines are hard to read.
    private static let readableWidth = 100
    /// The spaces between a command and its hint.
    private static let gap = "   "

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - columns: the width of the terminal; `nil` without one.
    ///   - style: the style of the text.
    ///   - now: the current time.
    ///   - timeZone: the time zone of dates.
    ///   - storeOption: the command's `--store`.
    init(columns: Int?, style: Style, now: Date, timeZone: TimeZone, storeOption: String?) {
        width = min(columns ?? Self.defaultWidth, Self.readableWidth)
        self.style = style
        self.now = now
        self.timeZone = timeZone
        self.storeOption = storeOption
    }

    /// Wraps a text to the width, and escapes control characters.
    func paragraph(_ text: String, indent: Int = 0) -> [String] {
        indented(text.terminalSafe.wrapped(to: width - indent), by: indent)
    }

    /// Wraps the first three lines of a text.
    func excerpt(_ text: String, indent: Int) -> [String] {
        indented(text.terminalSafe.clamped(to: width - indent, lines: 3), by: indent)
    }

    /// Lays out a line with text at both ends; the left part is truncated if necessary.
    ///
    /// - Parameters:
    ///   - left: the parts at the left, each with its style.
    ///   - right: the text at the right, and its style.
    /// - Returns: the line, as wide as the layout.
    func line(
        _ left: [(text: String, style: (String) -> String)],
        right: (text: String, style: (String) -> String)
    ) -> String {
        var room = width - right.text.displayWidth - 1
        var line = ""
        for part in left {
            let text = part.text.truncated(to: max(0, room))
            line += part.style(text)
            room -= text.displayWidth
        }
        return line + String(repeating: " ", count: max(0, room) + 1) + right.style(right.text)
    }

    /// A command to type next, as in `timeline feed --before K7xQ2mPa`.
    func command(_ arguments: String...) -> String { command(arguments) }

    /// A command to type next, from a list of arguments.
    func command(_ arguments: [String]) -> String {
        let store = storeOption.map { ["--store", quoted($0)] } ?? []
        return (["timeline"] + arguments + store).joined(separator: " ")
    }

    /// A command to type next, and its purpose.
    func suggestion(_ arguments: [String], hint: String) -> String {
        command(arguments) + style.dim(Self.gap + hint)
    }

    /// Quotes a text for the shell, if necessary.
    func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private func indented(_ lines: [String], by count: Int) -> [String] {
        lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: count) + $0 }
    }
}
