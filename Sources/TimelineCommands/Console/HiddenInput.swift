#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
