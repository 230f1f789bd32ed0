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
