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
    public func inspect(_ content: Data) throws(PhotoFault) -> InspectedPhoto {
        let header = try PhotoHeader(reading: content)
        _ = try strippedCopy(of: content)
        return InspectedPhoto(header: header, thumbHash: TestPhotos.thumbHash(of: content))
    }

    /// Removes the metadata.
    public func strippedCopy(of content: Data) throws(PhotoFault) -> Data {
        let header = try PhotoHeader(reading: content)
        guard content.range(of: Self.endless) == nil else { throw .truncated(header.mediaType) }
        return content.range(of: Self.metadata).map { content[..<$0.lowerBound] } ?? content
    }
}
