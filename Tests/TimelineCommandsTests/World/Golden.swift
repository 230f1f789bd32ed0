import Foundation
import Testing

/// Reviewed output that is stored in files.
///
/// If the output changes, it must be reviewed again.
enum Golden {
    /// Compares a text with the contents of `Golden/NAME.txt`.
    ///
    /// If the environment variable `RECORD_GOLDEN` is `1`, the text is written to the file instead
    /// and the test fails.
    static func expect(
        _ text: String,
        named name: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        try expect(text, at: folder.appending(path: "Golden/\(name).txt"), location)
    }

    /// Compares a text with the contents of a file in the project.
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
