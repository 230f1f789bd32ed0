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

/// Queries the controlling terminal of this process.
///
/// An answer may arrive late, for example over a slow connection. It is read while the command
/// works; otherwise the shell would receive it as typed text.
final class TerminalDialogue: Sendable {
    /// The number of milliseconds for which the command waits for an answer.
    private static let patience = 100.0
    /// The number of milliseconds after which a terminal is considered silent.
    private static let lateLimit = 1000.0

    /// The queue that reads a late answer, if any.
    private let lateReader = Lock<DispatchQueue?>(nil)

    /// Sends a query and waits for the answer.
    ///
    /// A terminal with pending input is not queried, because that input would be lost.
    ///
    /// - Parameters:
    ///   - question: The query.
    ///   - save: A function that receives the answer, even if it is late, or
    ///     ``TerminalAnswer/none`` if the terminal is silent for a second.
    /// - Returns: The answer, or `nil` if the terminal does not answer in time or cannot be queried
    ///   now.
    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer? {
        guard var exchange = TerminalExchange(question) else { return nil }
        let isFinished = exchange.receive(for: Self.patience)
        if isFinished {
            let answer = exchange.end()
            if let answer { save(answer) }
            return answer
        }
        let queue = DispatchQueue(label: "timeline.terminal")
        lateReader.withLock { $0 = queue }
        queue.async { [exchange] in
            var exchange = exchange
            _ = exchange.receive(for: Self.lateLimit)
            save(exchange.end() ?? .none)
        }
        return nil
    }

    /// Waits until a late answer has been read, at most a second after the query.
    func finish() async {
        guard let queue = lateReader.withLock({ $0 }) else { return }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}

/// A query that has been sent to the terminal, and the input received since.
///
/// Until it ends, the terminal passes on every key without echoing it.
private struct TerminalExchange: Sendable {
    /// The maximum length of an answer in bytes.
    private static let limit = 4096
    private static let interrupt = UInt8(3)

    private let descriptor: Int32
    private let original: termios
    private let file: URL
    private let start = ContinuousClock.now
    private var received: [UInt8] = []
    private var answer: TerminalAnswer?

    /// Sends a query.
    ///
    /// Returns `nil` if the terminal cannot be queried now.
    init?(_ question: TerminalQuestion) {
        descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        file = FileManager.default.temporaryDirectory
            .appending(path: "timeline-pixel-\(UUID().uuidString)")
        guard descriptor >= 0 else { return nil }
        var mode = termios()
        let isReady =
            tcgetpgrp(descriptor) == getpgrp() && tcgetattr(descriptor, &mode) == 0
            && (question == .sixel || Self.createPixel(at: file.path))
        original = mode
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard isReady, tcsetattr(descriptor, TCSANOW, &mode) == 0 else {
            close(descriptor)
            unlink(file.path)
            return nil
        }
        guard !isReadable(within: 0), send(question.request(file: file)) else {
            _ = end()
            return nil
        }
    }

    /// Reads until the answer is complete, the user presses Ctrl-C, or the time since the query is
    /// up.
    ///
    /// - Parameter milliseconds: The time since the query.
    /// - Returns: Whether the terminal or the user has answered.
    mutating func receive(for milliseconds: Double) -> Bool {
        while answer == nil, !received.contains(Self.interrupt), received.count < Self.limit {
            let left = milliseconds - (ContinuousClock.now - start) / .milliseconds(1)
            guard left > 0, isReadable(within: Int32(left.rounded(.up))) else { return false }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            received += buffer[..<count]
            answer = TerminalAnswer(parsing: String(decoding: received, as: UTF8.self))
        }
        return true
    }

    /// Restores the terminal, and ends the program if the user pressed Ctrl-C.
    ///
    /// - Returns: The answer, if the terminal has answered.
    func end() -> TerminalAnswer? {
        var mode = original
        tcsetattr(descriptor, TCSANOW, &mode)
        close(descriptor)
        unlink(file.path)
        if received.contains(Self.interrupt) { kill(getpid(), SIGINT) }
        return answer
    }

    /// Creates a file that contains one black pixel.
    private static func createPixel(at path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(descriptor, [0, 0, 0], 3) == 3
    }

    private func send(_ request: String) -> Bool {
        let bytes = Array(request.utf8)
        return write(descriptor, bytes, bytes.count) == bytes.count
    }

    private func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }
}
