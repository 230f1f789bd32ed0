package import Foundation
package import TimelineCore

/// Tiny pictures for tests, a different one for each seed.
package enum TestPhotos {
    /// Returns a PNG file with a valid header for 2 × 3 pixels.
    ///
    /// Its pixel data is the seed.
    package static func png(seed: Int) -> Data {
        let header: [UInt8] = bigEndian(2) + bigEndian(3) + [8, 2, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return Data(
            signature + chunk("IHDR", content: header)
                + chunk("IDAT", content: bigEndian(UInt32(seed)))
                + chunk("IEND", content: [])
        )
    }

    /// Returns the picture with the given seed as a file to post.
    package static func file(seed: Int, alt: String? = nil) -> PhotoFile {
        PhotoFile(content: png(seed: seed), name: "picture-\(seed).png", alt: alt)
    }

    /// Returns the picture with the given seed as a repository stores it.
    package static func photo(seed: Int, alt: String? = nil) -> Photo {
        Photo(
            blob: BlobID(of: png(seed: seed)),
            byteCount: png(seed: seed).count,
            mediaType: .png,
            width: 2,
            height: 3,
            alt: alt,
            thumbHash: thumbHash(seed: seed),
            preview: preview(seed: seed)
                .map {
                    Photo.Preview(blob: BlobID(of: $0), byteCount: $0.count)
                }
        )
    }

    /// Returns the ThumbHash of a test picture, or `nil` if it has none or is not a test picture.
    package static func thumbHash(of content: Data) -> Data? {
        seed(of: content).flatMap(thumbHash)
    }

    /// Returns the preview of a test picture, or `nil` if it has none or is not a test picture.
    package static func preview(of content: Data) -> Data? { seed(of: content).flatMap(preview) }

    /// Returns the seed of a test picture, or `nil` for any other content.
    private static func seed(of content: Data) -> Int? {
        let seed = content.dropFirst(seedPlace).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return content.starts(with: png(seed: seed)) ? seed : nil
    }

    /// The offset of the seed in bytes.
    ///
    /// It follows the signature, the IHDR chunk, and the length and type of the IDAT chunk.
    private static let seedPlace = 8 + 25 + 8

    /// Returns the ThumbHash for a seed.
    ///
    /// Every third picture has none, as if the sender had been unable to decode the picture.
    private static func thumbHash(seed: Int) -> Data? {
        seed.isMultiple(of: 3) ? nil : Data(bigEndian(UInt32(truncatingIfNeeded: seed)))
    }

    /// Returns the preview for a seed.
    ///
    /// Only one in seven pictures has a preview, which is not a real JPEG file.
    private static func preview(seed: Int) -> Data? {
        seed % 7 == 5 ? Data("preview of picture \(seed)".utf8) : nil
    }

    private static func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(crc(checked))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { register, byte in
            (0..<8)
                .reduce(register ^ UInt32(byte)) { bits, _ in
                    bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
                }
        }
    }
}
