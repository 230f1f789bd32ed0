import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Queries the controlling terminal of this process.
struct TerminalDialogue {
    /// The number of milliseconds to wait for an answer.
    private static let patience: Int32 = 100
    /// The maximum length of an answer in bytes.
    private static let limit = 4096
    private static let interrupt = UInt8(3)

    /// Sends a query and waits for the answer.
    ///
    /// A terminal with pending input is not queried, because that input would be lost.
    ///
    /// - Returns: The answer, ``TerminalAnswer/none`` if the terminal does not answer in time, or
    ///   `nil` if it cannot be queried now.
    static func answer(to question: TerminalQuestion) -> TerminalAnswer? {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var original = termios()
        guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &original) == 0 else {
            return nil
        }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "timeline-pixel-\(UUID().uuidString)")
        if question == .files { guard createPixel(at: file.path) else { return nil } }
        defer { unlink(file.path) }
        var raw = original
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(descriptor, TCSANOW, &raw)
        let (answer, isInterrupted) = converse(question.request(file: file), on: descriptor)
        tcsetattr(descriptor, TCSANOW, &original)
        if isInterrupted { raise(SIGINT) }
        return answer
    }

    /// Creates a file that contains one black pixel.
    private static func createPixel(at path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(descriptor, [0, 0, 0], 3) == 3
    }

    /// Sends a request, and reads until the answer is complete or the time is up.
    private static func converse(
        _ request: String,
        on descriptor: Int32
    ) -> (answer: TerminalAnswer?, isInterrupted: Bool) {
        guard !isReadable(descriptor, within: 0) else { return (nil, false) }
        let bytes = Array(request.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { return (nil, false) }
        var received: [UInt8] = []
        let start = ContinuousClock.now
        while received.count < limit {
            let spent = (ContinuousClock.now - start) / .milliseconds(1)
            let left = patience - Int32(min(Double(patience), spent))
            guard left > 0, isReadable(descriptor, within: left) else { break }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            received += buffer[..<count]
            if let answer = TerminalAnswer(parsing: String(decoding: received, as: UTF8.self)) {
                return (answer, received.contains(interrupt))
            }
        }
        return (TerminalAnswer.none, received.contains(interrupt))
    }

    private static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }
}
