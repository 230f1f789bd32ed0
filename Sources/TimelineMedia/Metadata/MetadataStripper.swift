public import Foundation
public import TimelineCore

/// Takes out of a photo's file what tells on people: place, device, serial numbers, dates, XMP, IPTC, comments,
/// embedded previews, and whatever else is not needed to show it.
///
/// It works by a list of what may stay, so that nothing unknown gets through. Pixels are not decoded: their
/// coded bytes stay as they are, and so do the colour profile and the orientation.
public enum MetadataStripper {
    /// The same picture without metadata; stripping it again changes nothing.
    ///
    /// An animation stays one. Of a HEIC file the metadata is overwritten in its place, with an empty Exif block, an
    /// empty XMP packet, or zeros; and a smaller picture of the same photo inside it stays.
    ///
    /// - Throws: `PhotoFault`, also `truncated` when the end of the picture is missing: what
    ///   follows the pixels cannot be told from them then.
    public static func stripped(_ content: Data) throws(PhotoFault) -> Data {
        let mediaType = try PhotoHeader(reading: content).mediaType
        let orientation = PhotoMetadata(reading: content).orientation
        return switch mediaType {
        case .jpeg: try jpeg(content, orientation)
        case .png: try png(content, orientation)
        case .webp: try webp(content, orientation)
        case .gif: try gif(content)
        case .heic: try heic(content)
        }
    }
}
