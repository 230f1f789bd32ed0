public import Foundation

/// A photo in a post, or a user's avatar.
///
/// The bytes are not part of this value. They are stored as blobs in a ``BlobStore``.
///
/// Everyone sees the public copy, which is the file without metadata. If the original file differs
/// from the public copy, the store keeps the original for the user who shared it.
///
/// ```swift
/// for photo in post.photos {
///     show(photo.width, photo.height, photo.alt ?? "")
///     show(try await session.data(of: photo))
/// }
/// ```
public struct Photo: Hashable, Sendable, Codable {
    /// The ID of the public copy in the ``BlobStore``.
    public let blob: BlobID
    /// The size of the public copy in bytes.
    public let byteCount: Int
    /// The format, as detected from the bytes.
    public let mediaType: MediaType
    /// The width of the upright picture, in pixels.
    public let width: Int
    /// The height of the upright picture, in pixels.
    public let height: Int
    /// A description for people who cannot see the photo, up to 1,500 characters long.
    public let alt: String?
    /// A [ThumbHash](https://evanw.github.io/thumbhash/) of at most 25 bytes,
    /// displayed until the photo is loaded.
    ///
    /// The results of decoders differ slightly, so posts that differ only in ThumbHashes are
    /// treated as the same post.
    public let thumbHash: Data?
    /// A smaller copy made by the author, or `nil` if the copy would not be smaller or could not be
    /// made.
    public let preview: Preview?

    /// A smaller copy of a photo, as a JPEG file without metadata.
    ///
    /// The longer side has at most ``side`` pixels. The results of encoders differ, so posts that
    /// differ only in previews are treated as the same post.
    public struct Preview: Hashable, Sendable, Codable {
        /// The ID of the preview's bytes in the ``BlobStore``.
        public let blob: BlobID
        /// The size of the preview in bytes.
        public let byteCount: Int

        /// The maximum length of the longer side, in pixels.
        public static let side = 640

        /// Creates a preview without checking its parts.
        ///
        /// The engine checks them.
        public init(blob: BlobID, byteCount: Int) {
            self.blob = blob
            self.byteCount = byteCount
        }
    }

    /// The maximum size of a ``thumbHash`` in bytes.
    package static let thumbHashLimit = 25

    /// The maximum size of a copy that is always received, in bytes: 128 KiB, as large as a preview.
    package static let smallByteCount = 128 << 10

    /// Creates a photo without checking its parts.
    ///
    /// The engine checks them.
    public init(
        blob: BlobID,
        byteCount: Int,
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

    /// Creates a photo with the format and size stated in a file's header.
    public init(
        blob: BlobID,
        byteCount: Int,
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

    /// Returns a copy of the photo with the given description.
    package func described(as alt: String?) -> Photo {
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
}

/// The permission to read the public copy or the preview of a photo, along with the information
/// needed to serve it.
public struct PhotoAccess: Hashable, Sendable {
    /// The ID of the public copy or the preview.
    public let blob: BlobID
    /// The format of the blob, which is JPEG for a preview.
    public let mediaType: MediaType
    /// The size of the blob in bytes.
    public let byteCount: Int
    /// Whether the blob is the preview of a photo.
    public let isPreview: Bool
    /// Whether the viewer posted the photo or uses it as their avatar.
    public let isOwn: Bool

    /// Creates a permission.
    public init(
        blob: BlobID,
        mediaType: MediaType,
        byteCount: Int,
        isPreview: Bool,
        isOwn: Bool
    ) {
        self.blob = blob
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.isPreview = isPreview
        self.isOwn = isOwn
    }
}

extension PhotoAccess {
    /// Creates the permission to read a blob of a photo, or returns `nil` if the photo does not
    /// reference the blob.
    init?(to blob: BlobID, of photo: Photo, isOwn: Bool) {
        if photo.blob == blob {
            self.init(
                blob: blob,
                mediaType: photo.mediaType,
                byteCount: photo.byteCount,
                isPreview: false,
                isOwn: isOwn
            )
        } else if let preview = photo.preview, preview.blob == blob {
            self.init(
                blob: blob,
                mediaType: .jpeg,
                byteCount: preview.byteCount,
                isPreview: true,
                isOwn: isOwn
            )
        } else {
            return nil
        }
    }
}
