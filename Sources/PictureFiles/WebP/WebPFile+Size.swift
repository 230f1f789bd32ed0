/// The sizes in a WebP file (RFC 9649); the frame header of `VP8 ` as in RFC 6386, section 9.1.
///
/// The size of the canvas must agree with that of a still image, and contain every frame: a decoder
/// allocates one and writes the other.
extension WebPFile {
    /// Reads the canvas of an extended file (2.7).
    static func canvas(_ header: Chunk) throws(PictureFault) -> PixelSize {
        var reader = header.reader
        try reader.skip(4)
        return try sizeLessOne(&reader)
    }

    /// Whether a chunk is a still image, which must fill the canvas, or a frame, which must lie in
    /// it.
    static func isImage(_ chunk: Chunk, on canvas: PixelSize) throws(PictureFault) -> Bool {
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

    /// Reads the size of a coded image; `nil` for other chunks.
    static func size(of chunk: Chunk) throws(PictureFault) -> PixelSize? {
        switch chunk.name {
        case "VP8 ": try lossySize(chunk)
        case "VP8L": try losslessSize(chunk)
        default: nil
        }
    }

    /// A key frame that is shown (bits 0 and 4), its start code, and sizes of 14 bits below 2 of
    /// scaling.
    private static func lossySize(_ chunk: Chunk) throws(PictureFault) -> PixelSize {
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

    /// A signature, sizes of 14 bits less one, a bit for alpha and a version of 3 bits that is 0
    /// (3).
    private static func losslessSize(_ chunk: Chunk) throws(PictureFault) -> PixelSize {
        var reader = chunk.reader
        guard try reader.byte() == 0x2F else { throw .damaged(.webp) }
        let bits = try reader.littleEndian(4)
        guard bits >> 29 == 0 else { throw .damaged(.webp) }
        return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }

    /// Reads two sides of 24 bits, each stored less one.
    static func sizeLessOne(_ reader: inout ByteReader) throws(PictureFault) -> PixelSize {
        PixelSize(width: try reader.littleEndian(3) + 1, height: try reader.littleEndian(3) + 1)
    }
}
