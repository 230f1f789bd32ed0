import Foundation
import TimelineCore

/// WebP as in RFC 9649, section 2.7.
extension MetadataStripper {
    private static let frameParts: Set<String> = ["ALPH", "VP8 ", "VP8L"]

    /// Pictures, their frames and the colour profile.
    static func webp(_ content: Data, _ orientation: Orientation) throws(PhotoFault) -> Data {
        let file = try WebPFile(reading: content)
        guard file.chunks.first?.name == "VP8X" else {
            // A simple file is one chunk; what follows it is no part of the picture.
            return WebPFile.file(Array(file.chunks.prefix(1)))
        }
        var chunks: [WebPFile.Chunk] = []
        for chunk in file.chunks {
            switch chunk.name {
            case "VP8X": chunks.append(header(chunk, orientation))
            case "ANMF": chunks.append(try frame(chunk))
            case "ICCP", "ANIM": chunks.append(chunk)
            case let name where frameParts.contains(name): chunks.append(chunk)
            default: continue
            }
        }
        if orientation != .upright {
            chunks.append(WebPFile.Chunk(name: "EXIF", content: Exif.block(orientation)))
        }
        return WebPFile.file(chunks)
    }

    /// The first byte says what is there: 0x08 for Exif, 0x04 for XMP.
    private static func header(
        _ chunk: WebPFile.Chunk,
        _ orientation: Orientation
    ) -> WebPFile.Chunk {
        var content = Data(chunk.content.prefix(10))
        guard let flags = content.first else { return chunk }
        content[0] = flags & ~0x0C | (orientation == .upright ? 0 : 0x08)
        return WebPFile.Chunk(name: chunk.name, content: content)
    }

    /// A frame may have unknown chunks of its own, after 16 bytes of position and duration.
    private static func frame(_ chunk: WebPFile.Chunk) throws(PhotoFault) -> WebPFile.Chunk {
        guard chunk.content.count >= 16 else { throw .damaged(.webp) }
        let parts = try WebPFile.chunks(in: chunk.content.dropFirst(16))
            .filter { frameParts.contains($0.name) }
        let content = Data(chunk.content.prefix(16)) + WebPFile.bytes(parts)
        return WebPFile.Chunk(name: chunk.name, content: content)
    }
}
