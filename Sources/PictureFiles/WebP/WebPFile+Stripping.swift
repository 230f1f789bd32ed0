package import Foundation

/// Strips metadata from WebP files (RFC 9649, section 2.7).
extension WebPFile {
    /// Returns a copy that contains only the images, the frames, the colour profile and the
    /// orientation.
    ///
    /// Exif, XMP and unknown chunks are omitted, including unknown chunks inside frames.
    ///
    /// - Parameter orientation: The orientation to write to the copy. An upright copy needs no Exif
    ///   chunk.
    /// - Returns: The stripped file.
    /// - Throws: `damaged` if a chunk is invalid, or `tooManyParts` if there are too many.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        try requireComplete()
        // A simple file has one chunk; anything after it is not part of the picture.
        guard isExtended else { return Self.file(Array(chunks.prefix(1))) }
        var stripped: [Chunk] = []
        for chunk in chunks {
            switch chunk.name {
            case "VP8X": stripped.append(Self.header(chunk, orientation: orientation))
            case "ANMF": stripped.append(try Self.frame(chunk))
            case "ICCP", "ANIM": stripped.append(chunk)
            case let name where Self.imageChunks.contains(name): stripped.append(chunk)
            default: continue
            }
        }
        if orientation != .upright {
            stripped.append(Chunk(name: "EXIF", content: Exif.block(orientation)))
        }
        return Self.file(stripped)
    }

    /// Returns the extended header with updated flags: 0x08 for Exif, 0x04 for XMP.
    private static func header(_ chunk: Chunk, orientation: Orientation) -> Chunk {
        var content = Data(chunk.content.prefix(10))
        guard let flags = content.first else { return chunk }
        content[0] = flags & ~0x0C | (orientation == .upright ? 0 : 0x08)
        return Chunk(name: chunk.name, content: content)
    }

    /// Returns a frame without the unknown chunks that may follow its 16 bytes of position,
    /// duration and flags.
    private static func frame(_ chunk: Chunk) throws(PictureError) -> Chunk {
        guard chunk.content.count >= 16 else { throw .damaged(.webp) }
        let parts = try chunks(in: chunk.content.dropFirst(16))
            .filter { imageChunks.contains($0.name) }
        return Chunk(name: chunk.name, content: Data(chunk.content.prefix(16)) + bytes(parts))
    }
}

extension WebPFile {
    /// The position of a frame on the canvas (RFC 9649, section 2.7.1.1).
    struct FramePosition {
        let left: Int
        let top: Int
        let size: PixelSize
        /// The chunks after the position, the duration and the flags.
        let rest: Data

        /// Reads the start of an `ANMF` chunk, which stores distances in steps of two pixels.
        init(reading chunk: Chunk) throws(PictureError) {
            var reader = chunk.reader
            left = 2 * (try reader.littleEndian(3))
            top = 2 * (try reader.littleEndian(3))
            size = try WebPFile.sizeLessOne(&reader)
            rest = chunk.content.dropFirst(16)
        }
    }

    /// A frame of an animation as a separate file.
    ///
    /// libwebp's simple decoder reads only complete files, so the chunks of the frame get a file
    /// header.
    package struct Frame {
        package let file: Data
        package let size: PixelSize
        /// The distance of the frame from the left edge of the canvas, in pixels.
        package let left: Int
        /// The distance of the frame from the top edge of the canvas, in pixels.
        package let top: Int
    }

    /// Returns the first frame, or `nil` for a still image.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the chunk is invalid, or
    ///   ``PictureError/undecodable(_:)`` if the size of the image differs from that of the frame.
    package func firstFrame() throws(PictureError) -> Frame? {
        guard let chunk = chunks.first(where: { $0.name == "ANMF" }) else { return nil }
        guard chunk.content.count >= 16 else { throw .damaged(.webp) }
        let position = try FramePosition(reading: chunk)
        let parts = try Self.chunks(in: position.rest).filter { Self.imageChunks.contains($0.name) }
        let file = Self.file(Self.extendedHeader(parts, size: position.size) + parts)
        // Any fault makes the frame undecodable.
        guard (try? WebPFile(reading: file))?.storedSize == position.size else {
            throw .undecodable(.webp)
        }
        return Frame(file: file, size: position.size, left: position.left, top: position.top)
    }

    /// Returns the extended header that a lossy image with an alpha channel needs (section 2.7).
    private static func extendedHeader(_ parts: [Chunk], size: PixelSize) -> [Chunk] {
        guard parts.contains(where: { $0.name == "ALPH" }) else { return [] }
        let sides = [size.width - 1, size.height - 1]
        let bytes = sides.flatMap { side in (0..<3).map { UInt8(side >> (8 * $0) & 0xFF) } }
        return [Chunk(name: "VP8X", content: Data([0x10, 0, 0, 0] + bytes))]
    }
}
