import Foundation
import TimelineCore

/// The layout that formats results as text.
struct TextLayout: Sendable {
    /// The maximum width of a line in columns.
    let width: Int
    /// Whether the output is a terminal, for which long texts are truncated.
    let isTerminal: Bool
    /// The style applied to the text.
    let style: Style
    /// The current time, used to calculate ages.
    let now: Date
    /// The time zone used to display dates, which is loaded only if a date is shown.
    var timeZone: TimeZone { makeTimeZone() }
    private let makeTimeZone: @Sendable () -> TimeZone
    /// The options that select the store, and their values, which suggested commands repeat.
    let storeOptions: [String]
    /// The drawings of posts.
    ///
    /// The photos of all other posts are shown as text.
    var drawnPosts: DrawnPosts = [:]

    /// The width in columns if the output is not a terminal.
    private static let defaultWidth = 80
    /// The maximum width in columns.
    ///
    /// Longer lines are hard to read.
    private static let readableWidth = 100
    /// The spaces printed between a command and its hint.
    private static let gap = "   "

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal, or `nil` if the output is not a terminal.
    ///   - style: The style applied to the text.
    ///   - now: The current time.
    ///   - makeTimeZone: A closure that returns the time zone used to display dates.
    ///   - storeOptions: The options that select the store, and their values.
    init(
        columns: Int?,
        style: Style,
        now: Date,
        makeTimeZone: @escaping @Sendable () -> TimeZone,
        storeOptions: [String]
    ) {
        width = min(columns ?? Self.defaultWidth, Self.readableWidth)
        isTerminal = columns != nil
        self.style = style
        self.now = now
        self.makeTimeZone = makeTimeZone
        self.storeOptions = storeOptions
    }

    /// Escapes control characters in text and wraps it to the width of the layout.
    func paragraph(_ text: String, indent: Int = 0) -> [String] {
        indented(text.terminalSafe.wrapped(to: width - indent), by: indent)
    }

    /// Escapes control characters in text, and wraps it on a terminal.
    ///
    /// In a pipe, no word is broken, so that programs can read paths.
    func listed(_ text: String, indent: Int = 0) -> [String] {
        let columns = isTerminal ? width - indent : .max
        return indented(text.terminalSafe.wrapped(to: columns), by: indent)
    }

    /// Escapes control characters in text, wraps it, and truncates it to three lines on a terminal.
    func excerpt(_ text: String, indent: Int) -> [String] {
        guard isTerminal else { return paragraph(text, indent: indent) }
        return indented(text.terminalSafe.clamped(to: width - indent, lines: 3), by: indent)
    }

    /// Returns text on one line, truncated to the given number of columns on a terminal.
    func fitted(_ text: String, to columns: Int) -> String {
        text.truncated(to: isTerminal ? max(0, columns) : .max)
    }

    /// Formats an ID and the facts about it, which are wrapped on a terminal.
    func entry(_ id: String, facts: String) -> [String] {
        let indent = id.count + 2
        let lines =
            isTerminal
            ? facts.terminalSafe.wrapped(to: width - indent) : [facts.terminalSafe]
        return lines.enumerated()
            .map { index, line in
                (index == 0 ? style.bold(id) + "  " : String(repeating: " ", count: indent)) + line
            }
    }

    /// Formats a line with text at both ends.
    ///
    /// If necessary, the left part is truncated on a terminal.
    ///
    /// - Parameters:
    ///   - left: The parts on the left, each with its style.
    ///   - right: The text on the right, and its style.
    /// - Returns: The line, which fills the width of the layout if there is text on the right.
    func line(
        _ left: [(text: String, style: (String) -> String)],
        right: (text: String, style: (String) -> String)
    ) -> String {
        var room = width - right.text.displayWidth - 1
        var line = ""
        for part in left {
            let text = fitted(part.text, to: room)
            line += part.style(text)
            room -= text.displayWidth
        }
        guard !right.text.isEmpty else { return line }
        return line + String(repeating: " ", count: max(0, room) + 1) + right.style(right.text)
    }

    /// Formats a command for the user to type, for example `timeline feed --before K7xQ2mPa`.
    func command(_ arguments: String...) -> String { command(arguments) }

    /// Formats a command for the user to type, given a list of arguments.
    ///
    /// Control characters, which only the user can have typed, are escaped.
    func command(_ arguments: [String]) -> String {
        let store = storeOptions.map(quoted)
        // The words after "--" are not parsed as options.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let words = (["timeline"] + arguments[..<end] + store + arguments[end...])
            .joined(separator: " ")
        return words.split(whereSeparator: \.isNewline).joined(separator: " ").terminalSafe
    }

    /// Formats a command for the user to type, followed by its purpose.
    func suggestion(_ arguments: [String], hint: String) -> String {
        command(arguments) + style.dim(Self.gap + hint)
    }

    /// Quotes text for use in a shell, if necessary.
    func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private func indented(_ lines: [String], by count: Int) -> [String] {
        lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: count) + $0 }
    }
}

extension TextLayout {
    /// Formats the command that shows the next page of posts, or a note at the end of the list.
    func nextPage(after cursor: Post.ID?, arguments: [String]) -> [String] {
        nextPage(cursor.map { ["--before", $0.shortID] }, arguments: arguments)
    }

    /// Formats the command that shows the next page of a list, or a note at its end.
    ///
    /// Programs do not need the note, so it is shown only on a terminal.
    ///
    /// - Parameters:
    ///   - cursor: The arguments that select the next page, or `nil` at the end of the list.
    ///   - arguments: The command that shows the list, without a cursor.
    ///   - end: The note.
    /// - Returns: The line, if any.
    func nextPage(
        _ cursor: [String]?,
        arguments: [String],
        end: String = PageText.noOlderPosts
    ) -> [String] {
        guard let cursor else { return isTerminal ? [style.dim(end)] : [] }
        return [style.dim(PageText.nextPage) + command(arguments + cursor)]
    }
}
