import Foundation
import TimelineCore

/// JPEG as in ITU-T T.81; JFIF as in ITU-T T.871; the Adobe segment as in ITU-T T.872, section 6.5.3.
extension MetadataStripper {
    /// What is coded, JFIF without its thumbnail, the colour profile and Adobe's colour model.
    ///
    /// What follows the end of the picture goes, such as the further pictures of CIPA's Multi-Picture Format and
    /// the videos of motion photos.
    static func jpeg(_ content: Data, _ orientation: Orientation) throws(PhotoFault) -> Data {
        let file = try JPEGFile(reading: content)
        guard file.hasEnd else { throw .truncated(.jpeg) }
        let exif = orientation == .upright ? Data() : exifSegment(orientation)
        var stripped = Data([0xFF, 0xD8])
        // JFIF has to be the first segment, Exif would like to be.
        stripped += file.segments.lazy.compactMap(jfif).first ?? Data()
        stripped += exif
        for segment in file.segments {
            stripped += kept(segment, of: content)
        }
        return stripped
    }

    private static func kept(_ segment: JPEGFile.Segment, of file: Data) -> Data {
        switch segment.marker {
        // The number of lines, the restart interval: two bytes, and no decoder looks for more.
        case 0xDC, 0xDD: return segment.content.count == 2 ? whole(segment, of: file) : Data()
        // Frames, tables, scans with their data, the end; C8 has no meaning, DE and DF none without a hierarchy.
        case 0xC0...0xC7, 0xC9...0xCF, 0xD9...0xDB: return whole(segment, of: file)
        case 0xE2 where segment.isProfilePart:
            return self.segment(0xE2, segment.content)
        case 0xEE where segment.content.starts(with: "Adobe".utf8):
            return self.segment(0xEE, segment.content.prefix(12))
        default:
            return Data()
        }
    }

    /// Marker and content as they are, without fill bytes before the marker.
    private static func whole(_ segment: JPEGFile.Segment, of file: Data) -> Data {
        let start = file[segment.range].firstIndex(of: segment.marker) ?? segment.range.lowerBound
        return Data([0xFF]) + file[start..<segment.range.upperBound]
    }

    /// Version, density and a thumbnail of no pixels.
    private static func jfif(_ segment: JPEGFile.Segment) -> Data? {
        guard segment.marker == 0xE0, segment.content.starts(with: "JFIF\0".utf8),
            segment.content.count >= 14
        else { return nil }
        return self.segment(0xE0, segment.content.prefix(12) + [0, 0])
    }

    private static func exifSegment(_ orientation: Orientation) -> Data {
        segment(0xE1, Data("Exif\0\0".utf8) + Exif.block(orientation))
    }

    private static func segment(_ marker: UInt8, _ content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }
}
