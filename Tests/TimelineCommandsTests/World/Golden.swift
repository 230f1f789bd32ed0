import Foundation
import Testing

/// Reviewed output in files: changed output needs another review.
enum Golden {
    /// Compares a text with the one in `Golden/NAME.txt`.
    ///
    /// With `RECORD_GOLDEN=1` in the environment, writes the text to the file instead, and fails
    /// the test.
    static func expect(
        _ text: String,
        named name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        try expect(text, at: folder.appending(path: "Golden/\(name).txt"), location)
    }

    /// Compares a text with the one in a file of the project.
    static func expect(
        _ text: String,
        at file: URL,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: file)
            Issue.record("\(file.lastPathComponent) was recorded.", sourceLocation: location)
            return
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard text != expected else { return }
        let difference = zip(lines(expected), lines(text)).enumerated()
            .first { $0.element.0 != $0.element.1 }
        Issue.record(
            """
            \(file.lastPathComponent) differs\(difference.map { " in line \($0.offset + 1)" } ?? " in length"):
            expected: \(difference?.element.0 ?? "")
            actual:   \(difference?.element.1 ?? "")
            """,
            sourceLocation: location
        )
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
