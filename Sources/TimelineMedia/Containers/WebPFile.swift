import Foundation
import TimelineCore

/// The chunks of a WebP file (RFC 9649, section 2.3).
struct WebPFile {
    /// A chunk: its name and what it holds, without the padding.
    struct Chunk {
        let name: String
        let content: Data
    }

    /// A frame of an animation as a file of its own, and where it lies on the canvas.
    struct Frame {
        let file: Data
        let size: PixelSize
        let left: Int
        let top: Int
    }

    let chunks: [Chunk]
    /// Many more than the frames of any animation that fits into the limit of bytes.
    private static let chunkLimit = 100_000

    /// Reads the chunks of a file whose header is read already.
    init(reading file: Data) throws(PhotoFault) {
        var reader = ByteReader(file, pastEnd: .truncated(.webp))
        try reader.skip(4)
        let length = try reader.littleEndian(4)
        var content = try reader.part(length, pastEnd: .damaged(.webp))
        try content.skip(4)
        chunks = try Self.chunks(&content)
    }

    /// The chunks that some bytes consist of.
    static func chunks(in content: Data) throws(PhotoFault) -> [Chunk] {
        var reader = ByteReader(content, pastEnd: .damaged(.webp))
        return try chunks(&reader)
    }

    private static func chunks(_ reader: inout ByteReader) throws(PhotoFault) -> [Chunk] {
        var chunks: [Chunk] = []
        while reader.remaining >= 8 {
            let name = try reader.fourCharacters()
            let length = try reader.littleEndian(4)
            guard chunks.count < chunkLimit else { throw .tooManyParts(.webp) }
            chunks.append(Chunk(name: name, content: try reader.data(length)))
            // Some writers leave out the last padding byte.
            try reader.skip(min(length & 1, reader.remaining))
        }
        return chunks
    }

    /// The Exif block; only an extended file has one.
    var exif: Data? { chunks.first?.name == "VP8X" ? content(of: "EXIF") : nil }

    /// The XMP packet; only an extended file has one.
    var xmp: Data? { chunks.first?.name == "VP8X" ? content(of: "XMP ") : nil }

    /// What the first chunk of this name holds.
    func content(of name: String) -> Data? { chunks.first { $0.name == name }?.content }

    /// The first frame; `nil` when the file is no animation.
    func firstFrame() throws(PhotoFault) -> Frame? {
        guard let content = content(of: "ANMF") else { return nil }
        var reader = ByteReader(content, pastEnd: .damaged(.webp))
        let left = 2 * (try reader.littleEndian(3))
        let top = 2 * (try reader.littleEndian(3))
        let size = PixelSize(
            width: try reader.littleEndian(3) + 1,
            height: try reader.littleEndian(3) + 1
        )
        try reader.skip(4)
        let parts = try Self.chunks(&reader).filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
        let file = Self.file(Self.extendedHeader(parts, size) + parts)
        guard let header = try? PhotoHeader(reading: file),  // Whatever is wrong, the frame is bad.
            header.width == size.width, header.height == size.height
        else { throw .undecodable(.webp) }
        return Frame(file: file, size: size, left: left, top: top)
    }

    /// A lossy picture with an alpha channel needs the extended header (2.7).
    private static func extendedHeader(_ parts: [Chunk], _ size: PixelSize) -> [Chunk] {
        guard parts.contains(where: { $0.name == "ALPH" }) else { return [] }
        let sides = [size.width - 1, size.height - 1]
        let bytes = sides.flatMap { side in (0..<3).map { UInt8(side >> (8 * $0) & 0xFF) } }
        return [Chunk(name: "VP8X", content: Data([0x10, 0, 0, 0] + bytes))]
    }

    /// The file that consists of these chunks.
    static func file(_ chunks: [Chunk]) -> Data {
        let body = Data("WEBP".utf8) + bytes(chunks)
        return Data("RIFF".utf8) + littleEndian(body.count) + body
    }

    /// The chunks one after another, each of an even length.
    static func bytes(_ chunks: [Chunk]) -> Data {
        chunks.reduce(into: Data()) { bytes, chunk in
            bytes += Data(chunk.name.utf8) + littleEndian(chunk.content.count) + chunk.content
            if !chunk.content.count.isMultiple(of: 2) { bytes.append(0) }
        }
    }

    private static func littleEndian(_ number: Int) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
}
