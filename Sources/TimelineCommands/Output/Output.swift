import TimelineCore

/// The output of a command, as text or JSON.
///
/// Commands do not depend on the format.
struct Output: Sendable {
    let console: any Console
    let format: OutputFormat
    private(set) var layout: TextLayout

    /// Returns an output that shows the given drawings of posts.
    func drawing(_ posts: DrawnPosts) -> Output {
        var output = self
        output.layout.drawnPosts = posts
        return output
    }

    /// Prints a result.
    ///
    /// In text format, `text` returns the lines to print.
    func show(_ result: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.text(result) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Prints one result of a sequence.
    ///
    /// In JSON format, each result is printed on one line.
    func showNext(_ result: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.line(result) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Formats a warning for standard error.
    func warning(code: String, message: String) -> String {
        let report = ["warning": ["code": code, "message": message]]
        // Encoding two strings cannot fail.
        guard format == .json, let text = try? JSON.text(report) else {
            return ProgramText.warning(message.terminalSafe) + "\n"
        }
        return text + "\n"
    }

    /// Prints a sentence that confirms a change.
    func confirm(_ sentence: String) throws {
        try show(Confirmation(message: sentence)) { $0.paragraph(sentence) }
    }
}

/// The JSON output of a command that only confirms a change.
private struct Confirmation: Encodable {
    let message: String
}
