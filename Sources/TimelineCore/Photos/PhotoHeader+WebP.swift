/// WebP as in RFC 9649; the frame header of `VP8 ` as in RFC 6386, section 9.1.
extension PhotoHeader {
    private typealias Chunk = (name: String, content: ByteReader)

    /// The size in the first chunk.
    ///
    /// The bytes that the RIFF header counts must be there; those after them are no part of the file.
    static func webpSize(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var content = content
        try content.skip(4)
        var file = try content.part(try content.littleEndian(4), pastEnd: .damaged(.webp))
        try file.skip(4)
        let first = try webpChunk(&file)
        if first.name == "VP8X" { return try webpCanvas(first.content, before: file) }
        guard let size = try webpImage(first) else { throw .damaged(.webp) }
        return size
    }

    /// A name, a length and as many bytes, which a padding byte makes even (2.3).
    private static func webpChunk(_ file: inout ByteReader) throws(PhotoFault) -> Chunk {
        let name = try file.fourCharacters()
        let length = try file.littleEndian(4)
        let content = try file.part(length, pastEnd: .damaged(.webp))
        // Some writers leave out the last padding byte, and readers do not miss it.
        try file.skip(min(length & 1, file.remaining))
        return (name, content)
    }

    /// The canvas of an extended file (2.7), which a still image fills and an animation's frame lies in.
    private static func webpCanvas(
        _ header: ByteReader,
        before file: ByteReader
    ) throws(PhotoFault) -> PixelSize {
        var (header, file) = (header, file)
        try header.skip(4)
        let canvas = try webpSizeLessOne(&header)
        while true {
            let chunk = try webpChunk(&file)
            if chunk.name == "ANMF" {
                try checkWebPFrame(chunk.content, in: canvas)
                return canvas
            }
            if let image = try webpImage(chunk) {
                guard image == canvas else { throw .damaged(.webp) }
                return canvas
            }
        }
    }

    /// The position of a frame is given in steps of two pixels (2.7.1.1).
    private static func checkWebPFrame(
        _ frame: ByteReader,
        in canvas: PixelSize
    ) throws(PhotoFault) {
        var frame = frame
        let left = 2 * (try frame.littleEndian(3))
        let top = 2 * (try frame.littleEndian(3))
        let size = try webpSizeLessOne(&frame)
        guard left + size.width <= canvas.width, top + size.height <= canvas.height else {
            throw .damaged(.webp)
        }
    }

    private static func webpSizeLessOne(
        _ reader: inout ByteReader
    ) throws(PhotoFault) -> PixelSize {
        PixelSize(width: try reader.littleEndian(3) + 1, height: try reader.littleEndian(3) + 1)
    }

    private static func webpImage(_ chunk: Chunk) throws(PhotoFault) -> PixelSize? {
        switch chunk.name {
        case "VP8 ": try webpLossy(chunk.content)
        case "VP8L": try webpLossless(chunk.content)
        default: nil
        }
    }

    /// A key frame that is shown (bits 0 and 4), its start code, and sizes of 14 bits below 2 of scaling.
    private static func webpLossy(_ frame: ByteReader) throws(PhotoFault) -> PixelSize {
        var frame = frame
        guard try frame.littleEndian(3) & 0x11 == 0x10, try frame.bigEndian(3) == 0x9D012A else {
            throw .damaged(.webp)
        }
        let size = PixelSize(
            width: try frame.littleEndian(2) & 0x3FFF,
            height: try frame.littleEndian(2) & 0x3FFF
        )
        guard !size.isEmpty else { throw .damaged(.webp) }
        return size
    }

    /// A signature, sizes of 14 bits less one, a bit for alpha and a version of 3 bits that is 0 (3).
    private static func webpLossless(_ image: ByteReader) throws(PhotoFault) -> PixelSize {
        var image = image
        guard try image.byte() == 0x2F else { throw .damaged(.webp) }
        let bits = try image.littleEndian(4)
        guard bits >> 29 == 0 else { throw .damaged(.webp) }
        return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
}
