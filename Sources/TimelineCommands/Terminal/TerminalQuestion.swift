import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A query about the capabilities of a terminal.
///
/// It ends with a request for the primary device attributes (DA1), which every terminal answers.
enum TerminalQuestion: String, Sendable {
    /// Whether the terminal draws sixel graphics.
    case sixel
    /// Whether the terminal can read picture files on this machine (kitty's graphics protocol).
    case files

    /// The identifier of the picture in the query and its answer.
    private static let picture = 31
    private static let deviceAttributes = "\u{1B}[c"

    /// Returns the control sequences to send.
    ///
    /// - Parameter file: A file with the three bytes of one pixel.
    /// - Returns: The control sequences.
    func request(file: URL) -> String {
        guard self == .files else { return Self.deviceAttributes }
        let path = Data(file.path.utf8).base64EncodedString()
        return "\u{1B}_Gi=\(Self.picture),a=q,t=f,f=24,s=1,v=1;\(path)\u{1B}\\"
            + Self.deviceAttributes
    }
}

/// A terminal's answer to a ``TerminalQuestion``.
struct TerminalAnswer: Hashable, Sendable {
    /// Whether the terminal draws sixel graphics.
    let hasSixel: Bool
    /// Whether the terminal can read picture files on this machine.
    let readsFiles: Bool

    /// The answer assumed for a terminal that did not answer.
    static let none = TerminalAnswer(hasSixel: false, readsFiles: false)

    init(hasSixel: Bool, readsFiles: Bool) {
        self.hasSixel = hasSixel
        self.readsFiles = readsFiles
    }

    /// Parses the bytes that a terminal has sent.
    ///
    /// Returns `nil` until they contain the device attributes, which come last.
    init?(parsing text: String) {
        guard let match = text.firstMatch(of: /\u{1B}\[\?([0-9;]{1,64})c/) else { return nil }
        // The first attribute is the class of the terminal. Among the others, 4 stands for sixel.
        hasSixel = match.1.split(separator: ";").dropFirst().contains("4")
        readsFiles = text.contains("\u{1B}_Gi=31;OK\u{1B}\\")
    }
}

/// A file that caches terminals' answers, so that each terminal is queried only once.
///
/// It is in the user's cache folder (XDG Base Directory Specification). Each line contains the hash
/// of a query and a terminal, and the answer.
struct TerminalAnswers {
    /// The maximum number of answers.
    private static let limit = 64

    private let path: URL

    /// Creates a reference to the file.
    init(variables: [String: String]) {
        path = userFolder("XDG_CACHE_HOME", default: ".cache", variables: variables)
            .appending(path: "terminals")
    }

    /// Returns the cached answer of a terminal.
    func answer(of terminal: String, to question: TerminalQuestion) -> TerminalAnswer? {
        let key = key(terminal, to: question)
        guard let line = lines.last(where: { $0.hasPrefix(key) }) else { return nil }
        let words = line.split(separator: " ").dropFirst().map(String.init)
        return TerminalAnswer(
            hasSixel: words.contains(Word.sixel),
            readsFiles: words.contains(Word.files)
        )
    }

    /// Caches an answer, if possible.
    func save(_ answer: TerminalAnswer, of terminal: String, to question: TerminalQuestion) {
        let words =
            [key(terminal, to: question)] + (answer.hasSixel ? [Word.sixel] : [])
            + (answer.readsFiles ? [Word.files] : [])
        let lines = lines.suffix(Self.limit - 1) + [words.joined(separator: " ")]
        let content = Data(lines.map { $0 + "\n" }.joined().utf8)
        // Without the file, the terminal is simply queried again.
        try? DurableFile.makeFolder(path.deletingLastPathComponent())
        try? DurableFile.write(content, to: path)  // As above.
    }

    private var lines: [String] {
        // An unreadable file is treated as empty.
        guard let content = try? DurableFile.read(path) else { return [] }
        return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func key(_ terminal: String, to question: TerminalQuestion) -> String {
        let text = "\(question.rawValue)\n\(terminal)"
        return String(BlobID(of: Data(text.utf8)).description.prefix(16))
    }

    private enum Word {
        static let sixel = "sixel"
        static let files = "files"
    }
}

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
