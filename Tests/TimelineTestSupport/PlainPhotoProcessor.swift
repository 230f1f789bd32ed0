public import Foundation
public import TimelineCore

/// A processor without codecs: everything behind ``metadata`` in a file is its metadata.
public struct PlainPhotoProcessor: PhotoProcessor {
    /// Starts the metadata of a file.
    public static let metadata = Data("METADATA".utf8)
    /// Marks a file that cannot be stripped.
    public static let endless = Data("ENDLESS".utf8)

    /// Creates the processor.
    public init() {}

    /// Reads the header; the ThumbHash is that of ``TestPhotos``.
    public func inspect(_ content: Data) throws(PhotoFault) -> InspectedPhoto {
        let header = try PhotoHeader(reading: content)
        _ = try strippedCopy(of: content)
        return InspectedPhoto(header: header, thumbHash: TestPhotos.thumbHash(of: content))
    }

    /// Cuts the metadata off.
    public func strippedCopy(of content: Data) throws(PhotoFault) -> Data {
        let header = try PhotoHeader(reading: content)
        guard content.range(of: Self.endless) == nil else { throw .truncated(header.mediaType) }
        return content.range(of: Self.metadata).map { content[..<$0.lowerBound] } ?? content
    }
}
