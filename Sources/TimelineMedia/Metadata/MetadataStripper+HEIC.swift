import Foundation
import TimelineCore

/// HEIF as in ISO/IEC 23008-12; its boxes as in ISO/IEC 14496-12.
extension MetadataStripper {
    /// Overwrites the items of metadata, and every box that a still picture does not need, with zeros; Exif and XMP
    /// with the least that is valid.
    ///
    /// No byte moves, so everything that points to a place in the file stays right.
    static func heic(_ content: Data) throws(PhotoFault) -> Data {
        let file = try HEICFile(reading: content)
        var stripped = Data(content)
        for extent in file.metadata + file.needless.map(\.content) {
            stripped.replaceSubrange(extent, with: Data(count: extent.count))
        }
        for replacement in file.replacements {
            stripped.replaceSubrange(replacement.place, with: replacement.content)
        }
        for box in file.needless {
            // A box of the type `free` is passed over.
            stripped.replaceSubrange(box.name, with: Data("free".utf8))
        }
        return stripped
    }
}
