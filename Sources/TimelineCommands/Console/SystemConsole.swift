import Dispatch
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

/// Terminal input that is not echoed.
///
/// The terminal passes on every key, including Ctrl-C, because a signal would end the program
/// before it could turn the echo on again.
struct HiddenInput {
    let descriptor: Int32

    private enum Key {
        static let interrupt: UInt8 = 3
        static let endOfInput: UInt8 = 4
        static let backspace: UInt8 = 8
        static let newline: UInt8 = 10
        static let carriageReturn: UInt8 = 13
        static let clear: UInt8 = 21
        static let delete: UInt8 = 127
    }

    /// Reads to the end of the line.
    ///
    /// Returns `nil` at the end of the input.
    ///
    /// - Throws: ``Interrupted`` if the user presses Ctrl-C, or ``UsageError`` if the input is not
    ///   valid UTF-8.
    func readLine() throws -> String? {
        var original = termios()
        guard tcgetattr(descriptor, &original) == 0 else { return nil }
        var hidden = original
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(descriptor, TCSAFLUSH, &hidden)
        defer { tcsetattr(descriptor, TCSAFLUSH, &original) }
        return try readKeys()
    }

    private func readKeys() throws -> String? {
        var line: [UInt8] = []
        while let key = readByte(from: descriptor) {
            switch key {
            case Key.newline, Key.carriageReturn:
                guard let text = String(validating: line, as: UTF8.self) else {
                    throw UsageError(PromptText.invalidInput)
                }
                return text
            case Key.interrupt: throw Interrupted()
            case Key.endOfInput where line.isEmpty: return nil
            case Key.clear: line = []
            case Key.backspace, Key.delete:
                line = Array(String(decoding: line, as: UTF8.self).dropLast().utf8)
            default: line.append(key)
            }
        }
        return nil
    }
}

/// Reads the next byte.
///
/// Returns `nil` at the end of the input.
func readByte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
        let count = read(descriptor, &byte, 1)
        if count < 0 && errno == EINTR { continue }
        return count == 1 ? byte : nil
    }
}

/// The signals by which the user or the system stops a command: Ctrl-C and `kill`.
final class StopSignal {
    private static let numbers = [SIGINT, SIGTERM]
    private let sources: [any DispatchSourceSignal]

    /// Calls `action` instead of ending the process, until this object is released.
    init(_ action: @escaping @Sendable () -> Void) {
        sources = Self.numbers
            .map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler(handler: action)
                source.resume()
                return source
            }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }
}
