import Foundation

extension Data {
    /// The same bytes with indices from 0, so that indices are offsets in the file.
    ///
    /// Copies the bytes only if their indices start elsewhere.
    var zeroBased: Data { startIndex == 0 ? self : Data(self) }

    /// Returns a number as four bytes, most significant byte first.
    static func bigEndian(_ number: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// Returns a number as four bytes, least significant byte first.
    static func littleEndian(_ number: UInt32) -> Data {
        Data([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// The CRC-32 of PNG's chunks (W3C PNG, section 5.5), computed bit by bit because only short
    /// chunks need it.
    ///
    /// It uses the polynomial of Ethernet and zip, in reflected form.
    var crc32: UInt32 {
        ~reduce(UInt32.max) { register, byte in
            (0..<8)
                .reduce(register ^ UInt32(byte)) { bits, _ in
                    bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
                }
        }
    }
}
