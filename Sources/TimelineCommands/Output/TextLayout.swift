import Foundation

/// How answers look as text: how wide, in which colours, and as of when.
struct TextLayout: Sendable {
    /// The columns that a line may take.
    let width: Int
    /// The colours, if any.
    let style: Style
    /// The time that "2 hours ago" counts from.
    let now: Date
    /// The time zone of dates.
    let timeZone: TimeZone
    /// The command's `--store`, which a command that is suggested needs too.
    let storeOption: String?
    /// The pictures of posts, where they are shown as such.
    var drawnPosts: DrawnPosts = [:]

    /// The columns of what is no terminal.
    private static let defaultWidth = 80
    /// Lines longer than this are hard to read, however wide the terminal is.
    private static let readableWidth = 100

    init(columns: Int?, style: Style, now: Date, timeZone: TimeZone, storeOption: String?) {
        width = min(columns ?? Self.defaultWidth, Self.readableWidth)
        self.style = style
        self.now = now
        self.timeZone = timeZone
        self.storeOption = storeOption
    }

    /// A text wrapped to the width; control characters are made visible.
    func paragraph(_ text: String, indent: Int = 0) -> [String] {
        indented(text.terminalSafe.wrapped(to: width - indent), by: indent)
    }

    /// The first three lines of a text.
    func excerpt(_ text: String, indent: Int) -> [String] {
        indented(text.terminalSafe.clamped(to: width - indent, lines: 3), by: indent)
    }

    /// A line with something at each end; what is at the left gives way.
    ///
    /// - Parameters:
    ///   - left: the parts at the left, each with its look.
    ///   - right: what stands at the right end, and its look.
    /// - Returns: the line, as wide as the layout.
    func line(
        _ left: [(text: String, look: (String) -> String)],
        right: (text: String, look: (String) -> String)
    ) -> String {
        var room = width - right.text.displayWidth - 1
        var line = ""
        for part in left {
            let text = part.text.truncated(to: max(0, room))
            line += part.look(text)
            room -= text.displayWidth
        }
        return line + String(repeating: " ", count: max(0, room) + 1) + right.look(right.text)
    }

    /// A command to type next, as in `timeline feed --before K7xQ2mPa`.
    func command(_ words: String...) -> String {
        (["timeline"] + words + (storeOption.map { ["--store", quoted($0)] } ?? []))
            .joined(separator: " ")
    }

    func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }

    private func indented(_ lines: [String], by count: Int) -> [String] {
        lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: count) + $0 }
    }
}
