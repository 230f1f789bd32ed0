public import Foundation

/// A picture to be shared: its bytes, its file's name for error messages, and its description.
public struct PhotoFile: Sendable {
    /// The picture's bytes, kept as they are.
    public let content: Data
    /// The file's name, if it has one.
    public let name: String?
    /// The picture in words.
    public let alt: String?
    /// The picture's ThumbHash, from whoever can decode it.
    public let thumbHash: Data?

    /// Makes a file of its parts.
    public init(
        content: Data,
        name: String? = nil,
        alt: String? = nil,
        thumbHash: Data? = nil
    ) {
        self.content = content
        self.name = name
        self.alt = alt
        self.thumbHash = thumbHash
    }

    /// What the bytes say of the picture.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)``.
    package func photo() throws(TimelineError) -> Photo {
        do throws(PhotoFault) {
            return Photo(
                blob: BlobID(of: content),
                header: try PhotoHeader(reading: content),
                alt: alt,
                thumbHash: thumbHash
            )
        } catch {
            throw .photoRefused(error, name: name)
        }
    }
}
