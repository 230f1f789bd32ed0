package import Foundation

/// The chunks of a WebP file (RFC 9649, section 2).
///
/// The chunks up to the first image or frame are checked. The first fault after it is recorded.
///
/// A simple file has one chunk with an image. An extended file starts with `VP8X`, which states the
/// canvas, and may contain a profile, frames, Exif and XMP.
///
/// ```
/// RIFF length WEBP
///     VP8X  flags, canvas         extended files only
///     ICCP  colour profile
///     ANIM  background, repetitions
///     ANMF  position, duration, ALPH, VP8 or VP8L    repeated
///     ALPH  alpha channel of the lossy image
///     VP8   lossy image, or VP8L  lossless image
///     EXIF  orientation, location, device, dates
///     XMP
/// ```
///
/// Each chunk has a name of four characters (`VP8 ` and `XMP ` end with a space), a length of four
/// bytes, and a padding byte if its length is odd.
package struct WebPFile: PictureContainer {
    /// A chunk: its name and its content, without padding.
    struct Chunk: Sendable {
        /// The name, which has four characters.
        let name: String
        /// The content, a slice of the file.
        let content: Data

        /// A reader of the content.
        var reader: ByteReader { ByteReader(content, pastEnd: .damaged(.webp)) }
    }

    /// The maximum number of chunks.
    ///
    /// Animations within ``PictureLimits/bytes`` have far fewer frames.
    private static let chunkLimit = 100_000

    /// The names of the chunks that make up an image.
    static let imageChunks: Set<String> = ["ALPH", "VP8 ", "VP8L"]

    /// The size of the canvas, or of the image in a simple file.
    package let storedSize: PixelSize
    /// The chunks in the order of the file, up to the first fault.
    let chunks: [Chunk]
    /// The first fault after the first image.
    private let fault: PictureError?

    /// Reads as many bytes as the RIFF header states, and ignores the rest.
    ///
    /// - Throws: `truncated` if the file is shorter than its header states; `damaged` if the first
    ///   chunk is not an image, if the size of an image differs from that of the canvas, or if a
    ///   frame lies outside the canvas.
    package init(reading content: Data) throws(PictureError) {
        var file = ByteReader(content, pastEnd: .truncated(.webp))
        try file.skip(4)
        let length = try file.littleEndian(4)
        var reader = try file.part(length, pastEnd: .damaged(.webp))
        try reader.skip(4)
        let first = try Self.chunk(&reader)
        var list = PartList<Chunk>(limit: Self.chunkLimit)
        list.append(first)
        if first.name == "VP8X" {
            let canvas = try Self.canvas(first)
            storedSize = canvas
            var chunk = first
            while try !Self.isImage(chunk, on: canvas) {
                chunk = try Self.chunk(&reader)
                list.append(chunk)
            }
        } else {
            guard let size = try Self.size(of: first) else { throw .damaged(.webp) }
            storedSize = size
        }
        fault = Self.appendRest(of: &reader, to: &list)
        chunks = list.parts
    }

    /// Throws the first fault after the header.
    ///
    /// - Throws: ``PictureError/damaged(_:)``, or ``PictureError/tooManyParts(_:)`` if there are
    ///   more than 100,000 chunks.
    package func requireComplete() throws(PictureError) {
        if let fault { throw fault }
    }

    /// Whether the file starts with the header that metadata, profiles and animations require
    /// (section 2.7).
    var isExtended: Bool { chunks.first?.name == "VP8X" }

    /// Whether a decoder holds the whole picture at once.
    ///
    /// It does if the picture is lossless or animated, or has an alpha channel, which is coded like
    /// a lossless picture.
    package var isHeldWhole: Bool {
        chunks.contains { ["VP8L", "ANMF", "ALPH"].contains($0.name) }
    }

    /// The content of the `EXIF` chunk.
    ///
    /// A simple file has none.
    package var exif: Data? { isExtended ? content(of: "EXIF") : nil }

    /// The content of the `XMP ` chunk.
    ///
    /// A simple file has none.
    package var xmp: [Data] { isExtended ? content(of: "XMP ").map { [$0] } ?? [] : [] }

    /// The ICC profile.
    package var colourProfile: Data? { content(of: "ICCP") }

    /// Returns the content of the first chunk with the given name.
    func content(of name: String) -> Data? { chunks.first { $0.name == name }?.content }

    // MARK: Reading

    /// Appends the remaining chunks, and returns the first fault.
    private static func appendRest(
        of reader: inout ByteReader,
        to list: inout PartList<Chunk>
    ) -> PictureError? {
        do throws(PictureError) {
            while !list.isOverLimit, reader.remaining >= 8 { list.append(try chunk(&reader)) }
            return list.isOverLimit ? .tooManyParts(.webp) : nil
        } catch {
            return error
        }
    }

    /// Reads a chunk: its name, its length, and its content, padded to an even length (section
    /// 2.3).
    private static func chunk(_ reader: inout ByteReader) throws(PictureError) -> Chunk {
        let name = try reader.fourCharacters()
        let length = try reader.littleEndian(4)
        let chunk = Chunk(name: name, content: try reader.data(length))
        // Some writers omit the last padding byte, and decoders do not need it.
        try reader.skip(min(length & 1, reader.remaining))
        return chunk
    }

    /// Reads the chunks in a part of the file.
    ///
    /// - Throws: ``PictureError/damaged(_:)``, or ``PictureError/tooManyParts(_:)`` if there are
    ///   more than 100,000 chunks.
    static func chunks(in content: Data) throws(PictureError) -> [Chunk] {
        var reader = ByteReader(content, pastEnd: .damaged(.webp))
        var chunks: [Chunk] = []
        while reader.remaining >= 8 {
            guard chunks.count < chunkLimit else { throw .tooManyParts(.webp) }
            chunks.append(try chunk(&reader))
        }
        return chunks
    }

    // MARK: Writing

    /// Returns a file that consists of the given chunks.
    static func file(_ chunks: [Chunk]) -> Data {
        let body = Data("WEBP".utf8) + bytes(chunks)
        return Data("RIFF".utf8) + Data.littleEndian(UInt32(body.count)) + body
    }

    /// Returns the given chunks one after another, each padded to an even length.
    static func bytes(_ chunks: [Chunk]) -> Data {
        chunks.reduce(into: Data()) { bytes, chunk in
            bytes += Data(chunk.name.utf8) + Data.littleEndian(UInt32(chunk.content.count))
            bytes += chunk.content
            if !chunk.content.count.isMultiple(of: 2) { bytes.append(0) }
        }
    }
}

/// Reads the sizes in a WebP file (RFC 9649), including those in the frame header of `VP8 ` (RFC
/// 6386, section 9.1).
///
/// The canvas must have the size of a still image and contain every frame, because a decoder
/// allocates the canvas and writes the image or frame into it.
extension WebPFile {
    /// Reads the size of the canvas of an extended file (section 2.7).
    static func canvas(_ header: Chunk) throws(PictureError) -> PixelSize {
        var reader = header.reader
        try reader.skip(4)
        return try sizeLessOne(&reader)
    }

    /// Returns whether a chunk is a still image or a frame, and checks its size against the canvas.
    ///
    /// A still image must fill the canvas, and a frame must lie within it.
    static func isImage(_ chunk: Chunk, on canvas: PixelSize) throws(PictureError) -> Bool {
        if chunk.name == "ANMF" {
            let frame = try FramePosition(reading: chunk)
            guard frame.left + frame.size.width <= canvas.width,
                frame.top + frame.size.height <= canvas.height
            else { throw .damaged(.webp) }
            return true
        }
        guard let size = try size(of: chunk) else { return false }
        guard size == canvas else { throw .damaged(.webp) }
        return true
    }

    /// Returns the size of a coded image, or `nil` for other chunks.
    static func size(of chunk: Chunk) throws(PictureError) -> PixelSize? {
        switch chunk.name {
        case "VP8 ": try lossySize(chunk)
        case "VP8L": try losslessSize(chunk)
        default: nil
        }
    }

    /// Reads the size in the frame header of a lossy image.
    ///
    /// The image must be a key frame and visible (bits 0 and 4). A start code precedes the width
    /// and the height, which have 14 bits each, below 2 bits for scaling.
    private static func lossySize(_ chunk: Chunk) throws(PictureError) -> PixelSize {
        var reader = chunk.reader
        guard try reader.littleEndian(3) & 0x11 == 0x10, try reader.bigEndian(3) == 0x9D012A else {
            throw .damaged(.webp)
        }
        let size = PixelSize(
            width: try reader.littleEndian(2) & 0x3FFF,
            height: try reader.littleEndian(2) & 0x3FFF
        )
        guard !size.isEmpty else { throw .damaged(.webp) }
        return size
    }

    /// Reads the size in the header of a lossless image (section 3).
    ///
    /// The header consists of a signature, a width and a height of 14 bits each, stored minus one,
    /// an alpha bit, and a 3-bit version, which must be 0.
    private static func losslessSize(_ chunk: Chunk) throws(PictureError) -> PixelSize {
        var reader = chunk.reader
        guard try reader.byte() == 0x2F else { throw .damaged(.webp) }
        let bits = try reader.littleEndian(4)
        guard bits >> 29 == 0 else { throw .damaged(.webp) }
        return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }

    /// Reads a width and a height of 24 bits, each stored minus one.
    static func sizeLessOne(_ reader: inout ByteReader) throws(PictureError) -> PixelSize {
        PixelSize(width: try reader.littleEndian(3) + 1, height: try reader.littleEndian(3) + 1)
    }
}
