public import Foundation

/// A picture to be shared: its bytes, its file's name for error messages, and its description.
public struct PhotoFile: Sendable {
    /// The picture's bytes, kept as they are.
    public let content: Data
    /// The file's name, if it has one.
    public let name: String?
    /// The picture in words.
    public let alt: String?

    /// Makes a file of its parts.
    public init(content: Data, name: String? = nil, alt: String? = nil) {
        self.content = content
        self.name = name
        self.alt = alt
    }

    /// The photo that a processor finds in the bytes; this blocks.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)``.
    package func photo(
        inspectedBy processor: any PhotoProcessor
    ) throws(TimelineError) -> Photo {
        do throws(PhotoFault) {
            let picture = try processor.inspect(content)
            return Photo(
                blob: BlobID(of: content),
                header: picture.header,
                alt: alt,
                thumbHash: picture.thumbHash
            )
        } catch {
            throw .photoRefused(error, name: name)
        }
    }
}
