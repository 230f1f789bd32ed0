public import Foundation

/// One picture of a post, or a user's picture: what is known of it without its bytes.
public struct Photo: Hashable, Sendable, Codable {
    /// Names the picture's bytes in the ``BlobStore``.
    public let blob: BlobID
    /// The kind of picture, told by its bytes.
    public let mediaType: MediaType
    /// Pixels in a stored row, before any orientation is applied.
    public let width: Int
    /// Stored rows, before any orientation is applied.
    public let height: Int
    /// The picture in words, for those who do not see it; up to 1,000 characters.
    public let alt: String?
    /// The picture in at most ``thumbHashLimit`` bytes, to be drawn until it is there: a
    /// [ThumbHash](https://evanw.github.io/thumbhash/).
    ///
    /// Decoders differ in the last bit, so two posts that differ in nothing else are the same post.
    public let thumbHash: Data?

    /// How many bytes a ``thumbHash`` may have.
    public static let thumbHashLimit = 25

    /// Makes a photo of its parts.
    public init(
        blob: BlobID,
        mediaType: MediaType,
        width: Int,
        height: Int,
        alt: String? = nil,
        thumbHash: Data? = nil
    ) {
        self.blob = blob
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.alt = alt
        self.thumbHash = thumbHash
    }

    /// The photo without what only whoever can decode it knows.
    package var withoutThumbHash: Photo {
        Photo(blob: blob, mediaType: mediaType, width: width, height: height, alt: alt)
    }

    /// Of two descriptions of one photo, the one with a ThumbHash; of two ThumbHashes the one with the
    /// greater bytes, so that the order of arrival does not matter.
    package static func merging(_ first: Photo, _ second: Photo) -> Photo {
        let bytes = { (photo: Photo) in photo.thumbHash ?? Data() }
        return bytes(first).lexicographicallyPrecedes(bytes(second)) ? second : first
    }

    /// Makes the photo that a file's header describes.
    public init(
        blob: BlobID,
        header: PhotoHeader,
        alt: String? = nil,
        thumbHash: Data? = nil
    ) {
        self.init(
            blob: blob,
            mediaType: header.mediaType,
            width: header.width,
            height: header.height,
            alt: alt,
            thumbHash: thumbHash
        )
    }
}
