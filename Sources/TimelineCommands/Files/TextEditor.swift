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
    /// The command as set by the user, which may include arguments.
    private let command: String
    /// Whether the user has chosen an editor, which may work without a terminal.
    let isChosen: Bool
    private let variables: [String: String]

    /// Selects the editor from the given environment variables.
    init(variables: [String: String]) {
        self.variables = variables
        let choice = [variables["VISUAL"], variables["EDITOR"]].compactMap(\.self)
            .first { !$0.isEmpty }
        command = choice ?? "vi"
        isChosen = choice != nil
    }

    /// Lets the user edit text, waits for the editor to exit, and passes the result to `save`.
    ///
    /// If the editor or `save` fails, text that the user has changed remains in a file.
    ///
    /// - Parameters:
    ///   - text: The text to start with.
    ///   - note: A note for the user, which the editor shows below the text.
    ///   - save: A function that receives the text above the note, without surrounding white space.
    /// - Returns: The result of `save`.
    /// - Throws: ``CommandError/editorFailed(_:)`` if the editor cannot be started or fails,
    ///   ``UsageError`` if the text is not valid UTF-8, a `TimelineError`, or an error of `save`;
    ///   or one of these in an ``UnsavedText``.
    func edit<Result>(
        _ text: String,
        note: String,
        save: (String) async throws -> Result
    ) async throws -> Result {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "timeline-\(UUID().uuidString).txt")
        let content = Data((text + "\n\n" + PromptText.scissors + "\n" + note + "\n").utf8)
        try OutputFile(url: file, mode: 0o600).write(content)
        do {
            guard try run(on: file.path) == 0, let edited = try DurableFile.read(file) else {
                throw CommandError.editorFailed(command)
            }
            guard let result = Self.text(in: edited) else {
                throw UsageError(PromptText.invalidText)
            }
            let saved = try await save(result)
            try? FileManager.default.removeItem(at: file)  // The system clears temporary folders.
            return saved
        } catch {
            // If the file cannot be rewritten, for example because the disk is full, it keeps the note.
            guard (try? keep(file, unless: content)) ?? true else { throw error }
            throw UnsavedText(path: file.path, error: error)
        }
    }

    /// Returns the text above the note, or `nil` if it is not valid UTF-8.
    private static func text(in content: Data) -> String? {
        guard let content = String(validating: content, as: UTF8.self) else { return nil }
        let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.prefix { $0 != PromptText.scissors }.joined(separator: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Removes the note from a file with changed text, so that a command can read it, and deletes
    /// an unchanged file.
    ///
    /// - Returns: Whether the file still exists.
    private func keep(_ file: URL, unless former: Data) throws -> Bool {
        guard let content = try DurableFile.read(file) else { return false }
        let text = Self.text(in: content)
        guard content != former, text?.isEmpty != true else {
            try DurableFile.remove(file)
            return false
        }
        if let text { try DurableFile.write(Data((text + "\n").utf8), to: file) }
        return true
    }

    /// Runs the editor in the foreground of the terminal.
    ///
    /// `Process` starts programs in the background, where they cannot read from a terminal.
    ///
    /// - Returns: The exit status, or `nil` if a signal terminated the editor.
    private func run(on path: String) throws -> Int32? {
        let words = ["/bin/sh", "-c", command + " \"$@\"", command, path]
        let arguments = words.map { strdup($0) } + [nil]
        let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environment) == 0 else {
            throw CommandError.editorFailed(command)
        }
        // Ctrl-C and Ctrl-\ should affect only the editor.
        let handlers = [SIGINT, SIGQUIT].map { (number: $0, handler: signal($0, SIG_IGN)) }
        defer { for (number, handler) in handlers { signal(number, handler) } }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw CommandError.editorFailed(command) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
