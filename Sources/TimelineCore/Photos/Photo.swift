public import Foundation

/// A photo of a post, or a user's avatar, without its bytes.
public struct Photo: Hashable, Sendable, Codable {
    /// The ID of the bytes in the ``BlobStore``.
    public let blob: BlobID
    /// The format, as determined by the bytes.
    public let mediaType: MediaType
    /// The width in pixels of the upright picture.
    public let width: Int
    /// The height in pixels of the upright picture.
    public let height: Int
    /// A description for people who cannot see the photo; up to 1,000 characters.
    public let alt: String?
    /// A [ThumbHash](https://evanw.github.io/thumbhash/) of at most ``thumbHashLimit`` bytes, drawn
    /// until the photo is loaded.
    ///
    /// Decoders differ in the last bit, so posts that differ in nothing else count as the same
    /// post.
    public let thumbHash: Data?

    /// The maximum size of a ``thumbHash`` in bytes.
    public static let thumbHashLimit = 25

    /// Creates a photo from its parts; ``Change/validate(now:)`` checks them.
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

    /// Creates the photo that a file's header describes.
    public init(
        blob: BlobID,
        header: PictureHeader,
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

    /// The photo without its ThumbHash, which depends on the decoder.
    package var withoutThumbHash: Photo {
        Photo(blob: blob, mediaType: mediaType, width: width, height: height, alt: alt)
    }

    /// Of two descriptions of one photo, returns the one with a ThumbHash; of two ThumbHashes the
    /// greater one wins, so that the order of arrival does not matter.
    public static func merging(_ first: Photo, _ second: Photo) -> Photo {
        let bytes = { (photo: Photo) in photo.thumbHash ?? Data() }
        return bytes(first).lexicographicallyPrecedes(bytes(second)) ? second : first
    }
}
