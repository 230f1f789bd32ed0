public import Foundation
public import TimelineCore
import TimelineTesting

/// A processor without codecs.
///
/// Everything from ``metadata`` to the end of a file counts as its metadata.
public struct PlainPhotoProcessor: PhotoProcessor {
    /// The bytes that start a file's metadata.
    public static let metadata = Data("METADATA".utf8)
    /// The bytes that make a file impossible to strip.
    public static let endless = Data("ENDLESS".utf8)

    /// Creates the processor.
    public init() {}

    /// Reads the header and looks the ThumbHash up in ``TestPhotos``.
    public func inspect(_ picture: PictureFile) throws(PictureFault) -> InspectedPhoto {
        _ = try strippedCopy(of: picture)
        return InspectedPhoto(
            header: picture.header,
            thumbHash: TestPhotos.thumbHash(of: picture.content)
        )
    }

    /// Removes the metadata.
    public func strippedCopy(of picture: PictureFile) throws(PictureFault) -> Data {
        let content = picture.content
        guard content.range(of: Self.endless) == nil else {
            throw .truncated(picture.header.mediaType)
        }
        return content.range(of: Self.metadata).map { content[..<$0.lowerBound] } ?? content
    }
}
