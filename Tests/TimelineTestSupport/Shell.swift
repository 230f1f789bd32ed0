package import Foundation

/// Runs commands in `/bin/sh`.
///
/// `Foundation.Process` is not used, because on Linux it can crash a process that has more than
/// about a thousand open files: it copies 256 bytes for each entry of `/proc/self/fd`, even if the
/// entry is at the end of the buffer (swift-corelibs-foundation 6.3). Parallel tests open that many
/// files.
package enum Shell {
    /// The result of a command.
    package struct Result: Sendable {
        /// The exit status, or 128 plus the number of the signal that ended the command.
        package let status: Int32
        /// The bytes written to standard output.
        package let output: Data
    }

    /// Runs a command and waits until it has closed its standard output and exited.
    ///
    /// - Throws: A `POSIXError` if the shell cannot be started.
    package static func run(_ command: String) throws -> Result {
        guard let stream = popen(command, "re") else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { break }
            output.append(contentsOf: buffer[..<count])
        }
        let status = pclose(stream)
        let signal = status & 0x7f
        return Result(status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: output)
    }

    /// Returns the text in single quotation marks, as one word for the shell.
    package static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
