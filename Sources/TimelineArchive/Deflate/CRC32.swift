import CZlib
import Foundation

/// The CRC-32 checksum that zip and gzip use (ISO 3309).
struct CRC32: Sendable {
    /// The checksum of all bytes added so far.
    private(set) var value: UInt32 = 0

    /// Adds bytes to the checksum.
    mutating func update(_ bytes: Data) {
        value = bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: UInt8.self).baseAddress
            return UInt32(truncatingIfNeeded: crc32(UInt(value), start, UInt32(buffer.count)))
        }
    }
}
