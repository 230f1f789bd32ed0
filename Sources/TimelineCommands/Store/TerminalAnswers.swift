import Foundation
import TimelineCore

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
