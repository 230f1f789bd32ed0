package import Foundation
import TimelineCore

/// An encoder for uncompressed PNGs.
package enum PNGMaker {
    /// Encodes a picture with random pixels.
    package static func noise(_ width: Int, _ height: Int, seed: Int) -> Data {
        file(width, height, noisePixels(width, height, seed: seed))
    }

    /// Returns random opaque pixels, each as red, green, blue and alpha.
    package static func noisePixels(_ width: Int, _ height: Int, seed: Int) -> [UInt8] {
        var numbers = SplitMix64(seed: UInt64(seed))
        return (0..<4 * width * height)
            .map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &numbers) }
    }

    /// Encodes pixels, each given as red, green, blue and alpha.
    package static func file(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> Data {
        let rows = (0..<height)
            .reduce(into: Data()) { rows, row in
                rows.append(0)
                rows += pixels[4 * width * row..<4 * width * (row + 1)]
            }
        let header = bigEndian(width) + bigEndian(height) + Data([8, 6, 0, 0, 0])
        return signature + chunk("IHDR", header) + chunk("IDAT", stored(rows))
            + chunk("IEND", Data())
    }

    /// Returns a black picture with one bit per pixel.
    package static func black(_ width: Int, _ height: Int) -> Data {
        let row = Data(repeating: 0, count: 1 + (width + 7) / 8)
        let rows = (0..<height).reduce(into: Data()) { rows, _ in rows += row }
        let header = bigEndian(width) + bigEndian(height) + Data([1, 0, 0, 0, 0])
        return signature + chunk("IHDR", header) + chunk("IDAT", stored(rows))
            + chunk("IEND", Data())
    }

    private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// Returns a zlib stream (RFC 1950) that consists of stored blocks.
    private static func stored(_ content: Data) -> Data {
        var stream = Data([0x78, 0x01])
        for start in stride(from: 0, to: content.count, by: 65_535) {
            let block = content.dropFirst(start).prefix(65_535)
            let length = UInt16(block.count)
            stream.append(start + block.count == content.count ? 1 : 0)
            for part in [length, ~length] { stream += [UInt8(part & 0xFF), UInt8(part >> 8)] }
            stream += block
        }
        var (first, second) = (1, 0)
        for byte in content {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + bigEndian(second << 16 | first)
    }

    /// Encodes a chunk, including its CRC.
    package static func chunk(_ name: String, _ content: Data) -> Data {
        let checked = Data(name.utf8) + content
        let crc = ~checked.reduce(UInt32.max) { register, byte in
            (0..<8)
                .reduce(register ^ UInt32(byte)) { bits, _ in
                    bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
                }
        }
        return bigEndian(content.count) + checked + bigEndian(Int(crc))
    }

    /// Encodes a number as four bytes in big-endian order.
    package static func bigEndian(_ number: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }
}
