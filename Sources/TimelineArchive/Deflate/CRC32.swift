import CZlib
import Foundation

/// A checksum of bytes, as zip and gzip use it (ISO 3309).
struct CRC32: Sendable {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    /// Adds bytes.
    mutating func update(_ bytes: Data) {
        value = bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: UInt8.self).baseAddress
            return UInt32(truncatingIfNeeded: crc32(UInt(value), start, UInt32(buffer.count)))
        }
    }
}
