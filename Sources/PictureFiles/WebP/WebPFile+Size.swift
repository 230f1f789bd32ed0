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
