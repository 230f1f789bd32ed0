package import Foundation

/// Strips metadata from JPEG files (ITU-T T.81), including JFIF (T.871) and Adobe (T.872) segments.
///
/// The copy contains the segments that decoders need. All but three are copied byte for byte: JFIF
/// loses its thumbnail, Adobe's segment everything after its first twelve bytes, and Exif
/// everything except the orientation.
extension JPEGFile {
    /// Returns a copy that contains only the coded picture, the JFIF segment without its thumbnail,
    /// the colour profile and Adobe's segment with the colour model.
    ///
    /// Drops everything after EOI, such as the other pictures of CIPA's Multi-Picture Format and
    /// the videos of motion photos.
    ///
    /// - Parameter orientation: The orientation to write to the copy. An upright copy needs no Exif
    ///   segment.
    /// - Returns: The stripped file.
    /// - Throws: The first fault after the header, or `truncated` if EOI is missing.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        try requireComplete()
        let exif = orientation == .upright ? Data() : Self.exifSegment(orientation)
        var stripped = Data([0xFF, 0xD8])
        // JFIF must be the first segment; Exif follows it.
        stripped += segments.lazy.compactMap(Self.jfif).first ?? Data()
        stripped += exif
        for segment in segments { stripped += allowed(segment) }
        return stripped
    }

    /// Returns the bytes of a segment that the copy contains, or no bytes if it is dropped.
    private func allowed(_ segment: Segment) -> Data {
        switch segment.marker {
        // DNL and DRI contain a two-byte number; decoders ignore anything after it.
        case 0xDC, 0xDD: return segment.content.count == 2 ? whole(segment) : Data()
        // These are frames, tables, scans with their data, and the end. C8 is reserved, and DE and
        // DF are used only in hierarchical files.
        case 0xC0...0xC7, 0xC9...0xCF, 0xD9...0xDB: return whole(segment)
        case 0xE2 where segment.isProfilePart: return Self.segment(0xE2, content: segment.content)
        case 0xEE where segment.content.starts(with: "Adobe".utf8):
            return Self.segment(0xEE, content: segment.content.prefix(12))
        default: return Data()
        }
    }

    /// Returns the marker and the segment unchanged, without fill bytes before the marker.
    private func whole(_ segment: Segment) -> Data {
        let start =
            content[segment.range].firstIndex(of: segment.marker) ?? segment.range.lowerBound
        return Data([0xFF]) + content[start..<segment.range.upperBound]
    }

    /// Returns a JFIF segment with the original version and density and without a thumbnail.
    private static func jfif(_ segment: Segment) -> Data? {
        guard segment.marker == 0xE0, segment.content.starts(with: "JFIF\0".utf8),
            segment.content.count >= 14
        else { return nil }
        return self.segment(0xE0, content: segment.content.prefix(12) + [0, 0])
    }

    /// Returns an Exif segment that contains only an orientation.
    private static func exifSegment(_ orientation: Orientation) -> Data {
        segment(0xE1, content: Data("Exif\0\0".utf8) + Exif.block(orientation))
    }

    /// Returns a segment that consists of a marker, the length and the content.
    ///
    /// The content must have at most 65,533 bytes.
    private static func segment(_ marker: UInt8, content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }
}
