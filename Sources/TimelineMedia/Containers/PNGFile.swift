import Foundation
import TimelineCore

/// The chunks of a PNG file (W3C PNG, third edition, section 5), up to IEND.
struct PNGFile {
    /// A chunk: its name, what it holds, and the whole of it with length and CRC.
    struct Chunk {
        let name: String
        let content: Data
        let whole: Data

        /// The packet of an `iTXt` chunk of XMP, unless it is compressed, with the two texts before it (11.3.3.4).
        var xmp: Data? {
            let start = Data("XML:com.adobe.xmp\0\0".utf8)
            return name == "iTXt" && content.starts(with: start)
                ? content.dropFirst(start.count) : nil
        }

        /// Whether it is a part of the picture, or belongs to one of an animation.
        var isPixels: Bool { ["IDAT", "fdAT", "fcTL"].contains(name) }
    }

    static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    private(set) var chunks: [Chunk] = []
    /// An empty chunk of 12 bytes takes many times that in memory.
    ///
    /// Pixels may come in thousands of chunks: a file of the most bytes in parts of 700.
    private static let chunkLimit = 100_000
    /// The same for all that is no pixels, many times what a picture has.
    private static let otherLimit = 4096
    /// Whether IEND was reached; else the file is cut short, or ``hasTooManyChunks``.
    private(set) var hasEnd = false
    /// Whether reading stopped at the limit of chunks.
    private(set) var hasTooManyChunks = false

    /// Reads the chunks of a file whose header is read already; CRCs are not checked.
    init(reading file: Data) {
        var rest = file.dropFirst(Self.signature.count)
        var others = 0
        while !hasEnd, let chunk = Self.chunk(&rest) {
            guard chunks.count < Self.chunkLimit, others < Self.otherLimit else {
                hasTooManyChunks = true
                return
            }
            chunks.append(chunk)
            if !chunk.isPixels { others += 1 }
            hasEnd = chunk.name == "IEND"
        }
    }

    /// The next chunk; `nil` when it is not there whole.
    private static func chunk(_ rest: inout Data) -> Chunk? {
        guard rest.count >= 12 else { return nil }
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= rest.count - 12 else { return nil }
        let start = rest.startIndex
        let chunk = Chunk(
            name: String(decoding: rest[start + 4..<start + 8], as: UTF8.self),
            content: rest[start + 8..<start + 8 + length],
            whole: rest[start..<start + 12 + length]
        )
        rest = rest[(start + 12 + length)...]
        return chunk
    }

    /// What the first chunk of this name holds.
    func content(of name: String) -> Data? { chunks.first { $0.name == name }?.content }
}
