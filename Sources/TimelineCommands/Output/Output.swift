import TimelineCore

/// Prints the result of a command as text or as JSON; only this type knows which.
struct Output: Sendable {
    let console: any Console
    let format: OutputFormat
    private(set) var layout: TextLayout

    /// Returns an output that shows these drawings of posts.
    func drawing(_ posts: DrawnPosts) -> Output {
        var output = self
        output.layout.drawnPosts = posts
        return output
    }

    /// Prints a result; `text` returns the lines of its text form.
    func show(_ result: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.text(result) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Prints one result of a sequence, in JSON on one line.
    func showNext(_ result: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.line(result) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Formats a warning, for standard error.
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

/// The output of commands that return nothing but a sentence.
private struct Confirmation: Encodable {
    let message: String
}
