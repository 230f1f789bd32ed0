import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The user's text editor: `$VISUAL`, `$EDITOR`, or `vi`.
struct TextEditor {
    /// The command as the user set it, which may contain arguments.
    private let command: String
    private let variables: [String: String]

    /// Selects the editor by the environment variables, which it receives.
    init(variables: [String: String]) {
        self.variables = variables
        let settings = [variables["VISUAL"], variables["EDITOR"]].compactMap(\.self)
        command = settings.first { !$0.isEmpty } ?? "vi"
    }

    /// Lets the user edit a text, and waits until the editor ends.
    ///
    /// - Parameters:
    ///   - text: The text to start with.
    ///   - note: A note for the user, which the editor shows below the text.
    /// - Returns: The text above the note, without surrounding white space.
    /// - Throws: ``CommandError/editorFailed(_:)`` if the editor cannot be started or fails,
    ///   ``UsageError`` if the text is not valid UTF-8, or a `TimelineError`.
    func edit(_ text: String, note: String) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "timeline-\(UUID().uuidString).txt")
        let content = text + "\n\n" + PromptText.scissors + "\n" + note + "\n"
        try OutputFile(url: file, mode: 0o600).write(Data(content.utf8))
        // The system also clears temporary folders.
        defer { try? FileManager.default.removeItem(at: file) }
        guard try run(on: file.path) == 0 else { throw CommandError.editorFailed(command) }
        guard let edited = try DurableFile.read(file) else {
            throw CommandError.editorFailed(command)
        }
        guard let result = String(validating: edited, as: UTF8.self) else {
            throw UsageError(PromptText.invalidInput)
        }
        let lines = result.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.prefix { $0 != PromptText.scissors }.joined(separator: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs the editor in the foreground of the terminal.
    ///
    /// `Process` starts programs in the background, where they cannot read from a terminal.
    ///
    /// - Returns: The exit status, or `nil` if a signal has ended the editor.
    private func run(on path: String) throws -> Int32? {
        let words = ["/bin/sh", "-c", command + " \"$@\"", command, path]
        let arguments = words.map { strdup($0) } + [nil]
        let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environment) == 0 else {
            throw CommandError.editorFailed(command)
        }
        // Ctrl-C and Ctrl-\ are for the editor.
        let handlers = [SIGINT, SIGQUIT].map { (number: $0, handler: signal($0, SIG_IGN)) }
        defer { for (number, handler) in handlers { signal(number, handler) } }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw CommandError.editorFailed(command) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
