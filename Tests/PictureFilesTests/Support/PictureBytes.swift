import Foundation

/// A builder of valid and invalid photo files, part by part.
enum PictureBytes {
    /// Returns a number as bytes, with the most significant byte first.
    static func big(_ number: Int, _ byteCount: Int) -> Data {
        Data((0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// Returns a number as bytes, with the least significant byte first.
    static func little(_ number: Int, _ byteCount: Int) -> Data {
        Data(big(number, byteCount).reversed())
    }

    /// Returns a JPEG segment that consists of a marker, a length and the content.
    static func segment(_ marker: UInt8, _ content: Data) -> Data {
        Data([0xFF, marker]) + big(content.count + 2, 2) + content
    }

    /// Returns a JPEG frame header with one component.
    static func frame(_ marker: UInt8 = 0xC0, width: Int, height: Int) -> Data {
        segment(marker, Data([8]) + big(height, 2) + big(width, 2) + Data([1, 1, 0x11, 0]))
    }

    /// Returns the beginning of a JPEG, up to and including the header of its first scan.
    static func jpeg(_ segments: Data...) -> Data {
        segments.reduce(Data([0xFF, 0xD8]), +) + scan
    }

    /// A JPEG scan header with one component.
    static let scan = segment(0xDA, Data([1, 1, 0, 0, 63, 0]))

    /// Returns a PNG chunk with its CRC.
    static func chunk(_ name: String, _ content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return big(content.count, 4) + checked + big(crc(checked), 4)
    }

    /// Returns the content of an IHDR chunk.
    static func imageHeader(
        width: Int,
        height: Int,
        bitDepth: UInt8 = 8,
        colourType: UInt8 = 2,
        interlace: UInt8 = 0
    ) -> Data {
        big(width, 4) + big(height, 4) + Data([bitDepth, colourType, 0, 0, interlace])
    }

    /// Returns a PNG that consists of the given chunks.
    static func png(_ chunks: Data...) -> Data {
        chunks.reduce(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), +)
    }

    /// Returns a WebP that consists of the given chunks.
    static func webp(_ chunks: Data...) -> Data {
        let content = chunks.reduce(Data("WEBP".utf8), +)
        return Data("RIFF".utf8) + little(content.count, 4) + content
    }

    /// Returns a RIFF chunk with its padding.
    static func riffChunk(_ name: String, _ content: Data) -> Data {
        Data(name.utf8) + little(content.count, 4) + content + Data(count: content.count & 1)
    }

    /// Returns the first chunk of an extended WebP.
    static func canvas(width: Int, height: Int) -> Data {
        riffChunk("VP8X", Data(count: 4) + little(width - 1, 3) + little(height - 1, 3))
    }

    /// Returns a lossy image chunk that ends after its frame header.
    static func lossy(width: Int, height: Int, tag: UInt8 = 0x10) -> Data {
        let sizes = little(width, 2) + little(height, 2)
        return riffChunk("VP8 ", Data([tag, 0, 0, 0x9D, 0x01, 0x2A]) + sizes)
    }

    /// Returns a lossless image chunk that ends after the dimensions.
    static func lossless(width: Int, height: Int, version: Int = 0) -> Data {
        let bits = width - 1 | (height - 1) << 14 | version << 29
        return riffChunk("VP8L", Data([0x2F]) + little(bits, 4))
    }

    /// Returns a GIF that consists of the given blocks, optionally with a global table of two
    /// colours.
    static func gif(width: Int, height: Int, colours: Bool = false, _ blocks: Data...) -> Data {
        let screen = little(width, 2) + little(height, 2) + Data([colours ? 0x80 : 0, 0, 0])
        return blocks.reduce(Data("GIF89a".utf8) + screen + Data(count: colours ? 6 : 0), +)
    }

    /// Returns a GIF image descriptor.
    static func image(width: Int, height: Int) -> Data {
        Data([0x2C, 0, 0, 0, 0]) + little(width, 2) + little(height, 2) + Data([0])
    }

    /// Returns a box of the ISO base media file format.
    static func box(_ type: String, _ contents: Data...) -> Data {
        let content = contents.reduce(Data(), +)
        return big(content.count + 8, 4) + Data(type.utf8) + content
    }

    /// Returns the CRC-32 of a PNG chunk, calculated bit by bit.
    private static func crc(_ bytes: Data) -> Int {
        var register = UInt32.max
        for bit in bytes.flatMap({ byte in (0..<8).map { UInt32(byte >> $0) & 1 } }) {
            let carry = (register ^ bit) & 1
            register = register >> 1 ^ (carry == 1 ? 0xEDB8_8320 : 0)
        }
        return Int(~register)
    }
}
