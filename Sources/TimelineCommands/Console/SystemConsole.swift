import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The standard streams of this process.
///
/// Nothing else in the process writes to them.
struct SystemConsole: Console {
    let columns: Int?
    let rows: Int?
    let cell: PixelSize?
    let showsProgress: Bool
    let isInteractive: Bool
    let hasTerminalInput: Bool
    private let dialogue = TerminalDialogue()

    init(environment: [String: String]) {
        // Makes writing to a closed pipe return an error instead of killing the process.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let size = isTerminal ? TerminalSize(of: STDOUT_FILENO, environment: environment) : nil
        columns = isTerminal ? size?.columns ?? 80 : nil
        rows = size?.rows
        cell = size?.cell
        showsProgress = isatty(STDERR_FILENO) == 1
        hasTerminalInput = isatty(STDIN_FILENO) == 1
        isInteractive = hasTerminalInput && showsProgress
    }

    var terminalID: String? {
        guard columns != nil, let status = FileStatus(of: STDOUT_FILENO) else { return nil }
        // Shells in two windows have different sessions, and a reused device has a new change time.
        return "\(getsid(0)) \(status.device) \(status.changeSeconds).\(status.changeNanoseconds)"
    }

    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer? {
        dialogue.answer(to: question, save: save)
    }

    func finish() async { await dialogue.finish() }

    func write(_ text: String) throws {
        guard Self.write(text, to: STDOUT_FILENO) else {
            if errno == EPIPE { throw ClosedPipe() }
            throw CommandError.outputFailed(String(cString: strerror(errno)))
        }
    }

    func writeError(_ text: String) {
        _ = Self.write(text, to: STDERR_FILENO)
    }

    func readLine() throws -> String? {
        var line: [UInt8] = []
        while let byte = readByte(from: STDIN_FILENO), line.count < Self.inputLimit {
            if byte == UInt8(ascii: "\n") { return try Self.text(line) }
            line.append(byte)
        }
        return line.isEmpty ? nil : try Self.text(line)
    }

    func readAll() throws -> String {
        let content = try FileHandle.standardInput.read(upToCount: Self.inputLimit) ?? Data()
        return try Self.text(Array(content))
    }

    /// The maximum size of the input in bytes, which exceeds the limit of every text field.
    private static let inputLimit = 1 << 20

    private static func text(_ bytes: [UInt8]) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(PromptText.invalidInput)
        }
        return text
    }

    func readSecret(prompt: String) throws -> String? {
        writeError(prompt)
        defer { writeError("\n") }
        return try HiddenInput(descriptor: STDIN_FILENO).readLine()
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        DurableFile.write(Data(text.utf8), to: descriptor)
    }
}
