import Foundation
import TimelineCore

/// The parts of a photo's file that hold its metadata, as they are.
struct MetadataBlocks {
    /// The Exif block.
    private(set) var exif: Data?
    /// The XMP packets.
    private(set) var xmp: [Data] = []

    /// Finds the blocks; there are none in a file that cannot be read.
    init(reading content: Data) {
        // What cannot be read is not there.
        try? find(in: content)
    }

    private mutating func find(in content: Data) throws(PhotoFault) {
        switch try PhotoHeader(reading: content).mediaType {
        case .jpeg:
            let segments = try JPEGFile(reading: content, isHeaderOnly: true).segments
            exif = segments.lazy.compactMap(\.exif).first
            xmp = segments.compactMap(\.xmp)
        case .png:
            let chunks = PNGFile(reading: content).chunks
            exif = chunks.first { $0.name == "eXIf" }?.content
            xmp = chunks.compactMap(\.xmp)
        case .webp:
            let file = try WebPFile(reading: content)
            exif = file.exif
            xmp = file.xmp.map { [$0] } ?? []
        case .heic:
            let file = try HEICFile(reading: content)
            exif = file.exif
            xmp = file.xmp
        case .gif: break
        }
    }
}
