public import Foundation

/// A photo of a post, or a user's avatar, without its bytes.
///
/// Everybody sees its public copy: the file without metadata. The store keeps the original file for
/// the user who shared it, where the two differ.
public struct Photo: Hashable, Sendable, Codable {
    /// The ID of the public copy in the ``BlobStore``.
    public let blob: BlobID
    /// The size of the public copy in bytes.
    ///
    /// `nil` for a photo of an earlier version that has not been converted: ``blob`` is then the
    /// original file, with its metadata. See ``StoreOwner/convertPhotos(retrying:progress:)``.
    public let byteCount: Int?
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
    /// A smaller copy made by the author; `nil` where it would not be smaller, or could not be
    /// made.
    public let preview: Preview?

    /// A copy of a photo as a JPEG without metadata, its longer side at most ``side`` pixels.
    ///
    /// Encoders differ, so posts that differ in nothing else count as the same post.
    public struct Preview: Hashable, Sendable, Codable {
        /// The ID of the bytes in the ``BlobStore``.
        public let blob: BlobID
        /// The size in bytes.
        public let byteCount: Int

        /// The maximum length of the longer side in pixels.
        public static let side = 640

        /// Creates a preview from its parts; ``Change/validate(now:)`` checks them.
        public init(blob: BlobID, byteCount: Int) {
            self.blob = blob
            self.byteCount = byteCount
        }

        /// Bytes that decide which of two previews is greater.
        fileprivate var orderKey: Data {
            blob.bytes + withUnsafeBytes(of: byteCount.bigEndian) { Data($0) }
        }
    }

    /// The maximum size of a ``thumbHash`` in bytes.
    public static let thumbHashLimit = 25

    /// Creates a photo from its parts; ``Change/validate(now:)`` checks them.
    public init(
        blob: BlobID,
        byteCount: Int?,
        mediaType: MediaType,
        width: Int,
        height: Int,
        alt: String? = nil,
        thumbHash: Data? = nil,
        preview: Preview? = nil
    ) {
        self.blob = blob
        self.byteCount = byteCount
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.alt = alt
        self.thumbHash = thumbHash
        self.preview = preview
    }

    /// Creates the photo that a file's header describes.
    public init(
        blob: BlobID,
        byteCount: Int?,
        header: PictureHeader,
        alt: String? = nil,
        thumbHash: Data? = nil,
        preview: Preview? = nil
    ) {
        self.init(
            blob: blob,
            byteCount: byteCount,
            mediaType: header.mediaType,
            width: header.width,
            height: header.height,
            alt: alt,
            thumbHash: thumbHash,
            preview: preview
        )
    }

    /// The blobs that the photo references: the public copy and the preview.
    public var blobs: [BlobID] { [blob, preview?.blob].compactMap(\.self) }

    /// The photo without the values that follow from its bytes: the byte count, and the ThumbHash
    /// and the preview, which depend on the decoder.
    package var withoutDerivedValues: Photo {
        Photo(
            blob: blob,
            byteCount: nil,
            mediaType: mediaType,
            width: width,
            height: height,
            alt: alt
        )
    }

    /// Returns the photo with another description.
    public func described(as alt: String?) -> Photo {
        Photo(
            blob: blob,
            byteCount: byteCount,
            mediaType: mediaType,
            width: width,
            height: height,
            alt: alt,
            thumbHash: thumbHash,
            preview: preview
        )
    }

    /// Merges two descriptions of one photo; of two values the greater one wins, so that the order
    /// of arrival does not matter.
    public static func merging(_ first: Photo, _ second: Photo) -> Photo {
        func greater<Value>(_ value: (Photo) -> Value?, _ bytes: (Value) -> Data) -> Value? {
            let (left, right) = (value(first), value(second))
            let isLess = (left.map(bytes) ?? Data())
                .lexicographicallyPrecedes(right.map(bytes) ?? Data())
            return isLess ? right : left
        }
        return Photo(
            blob: first.blob,
            byteCount: [first.byteCount, second.byteCount].compactMap(\.self).max(),
            mediaType: first.mediaType,
            width: first.width,
            height: first.height,
            alt: first.alt,
            thumbHash: greater(\.thumbHash) { $0 },
            preview: greater(\.preview) { $0.orderKey }
        )
    }
}
