import Foundation
import TimelineCore

/// PNG as in the W3C's Portable Network Graphics Specification (Third Edition), section 11.
extension MetadataStripper {
    static func png(_ content: Data, _ orientation: Orientation) throws(PhotoFault) -> Data {
        let file = PNGFile(reading: content)
        guard !file.hasTooManyChunks else { throw .tooManyParts(.png) }
        guard file.hasEnd else { throw .truncated(.png) }
        var exif = orientation == .upright ? Data() : chunk("eXIf", Exif.block(orientation))
        var stripped = PNGFile.signature
        for chunk in PNGAllowance.kept(file.chunks) {
            if chunk.name == "IDAT" {
                stripped += exif
                exif = Data()
            }
            stripped += chunk.whole
        }
        return stripped + chunk("IEND", Data())
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(crc(checked))
    }

    private static func bigEndian(_ number: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// The CRC-32 of a chunk (5.5), bit by bit: its bytes are few.
    private static func crc(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { register, byte in
            (0..<8)
                .reduce(register ^ UInt32(byte)) { bits, _ in
                    bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
                }
        }
    }
}
