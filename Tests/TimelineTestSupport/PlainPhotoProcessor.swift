package import Foundation
package import TimelineCore
import TimelineTesting

/// A photo processor without codecs.
///
/// Everything from the first occurrence of ``metadata`` to the end of a file is treated as
/// metadata.
package struct PlainPhotoProcessor: PhotoProcessor {
    /// The bytes that mark the start of a file's metadata.
    package static let metadata = Data("METADATA".utf8)
    /// The bytes that mark a file from which metadata cannot be stripped.
    package static let endless = Data("ENDLESS".utf8)

    /// Creates the processor.
    package init() {}

    /// Removes the metadata, and looks up the ThumbHash and the preview in ``TestPhotos``.
    package func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto {
        let content = file.content
        let mediaType = try file.picture().header.mediaType
        guard content.range(of: Self.endless) == nil else { throw .truncated(mediaType) }
        let copy = content.range(of: Self.metadata).map { Data(content[..<$0.lowerBound]) }
        return try PreparedPhoto(
            of: file,
            publicCopy: copy ?? content,
            thumbHash: TestPhotos.thumbHash(of: content),
            preview: TestPhotos.preview(of: content)
        )
    }
}
