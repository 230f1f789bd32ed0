public import Foundation
/// Re-exported because photos and errors use types from PictureFiles.
///
/// Apps therefore need to import only TimelineCore.
@_exported public import PictureFiles

/// A processor that checks shared pictures and creates the copies that other users see.
///
/// ## Laws
/// - **Discreet.** A public copy and a preview contain no places, devices, dates or other metadata.
/// - **Lossless.** A public copy has the same pixels as the original picture.
/// - **Stable.** Processing a public copy returns the same public copy.
///
/// `TimelineMedia` contains an implementation that decodes all formats in `MediaType`.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: repository, blobs: blobs, hasher: hasher, photoProcessor: MediaPhotoProcessor()
/// )
/// show(owner)
/// ```
public protocol PhotoProcessor: Sendable {
    /// Checks a picture that a user shares, and creates its copies.
    ///
    /// This call blocks.
    ///
    /// - Parameter picture: The parsed file.
    /// - Returns: The public copy and, if the picture can be decoded, its ThumbHash and preview.
    /// - Throws: The reason the picture is rejected.
    func process(_ picture: PictureFile) throws(PictureError) -> ProcessedPicture

    /// Estimates the memory that ``process(_:)`` takes for a picture, in bytes, apart from its file
    /// and the copies.
    func memory(for header: PictureHeader) -> Int
}

extension PhotoProcessor {
    /// Returns 0, because processors that do not decode pictures need no memory.
    public func memory(for header: PictureHeader) -> Int { 0 }
}

/// A picture that a ``PhotoProcessor`` accepted.
public struct ProcessedPicture: Hashable, Sendable {
    /// The format, the upright size and the orientation.
    public let header: PictureHeader
    /// The file without metadata.
    public let publicCopy: Data
    /// A ThumbHash of at most 25 bytes, or `nil` if the processor did not
    /// decode the picture.
    public let thumbHash: Data?
    /// A JPEG file as described in ``Photo/Preview``, or `nil` if none was created.
    ///
    /// No preview is created if the picture does not need one or the processor did not decode it.
    public let preview: Data?

    /// Creates the result of processing a picture.
    public init(
        header: PictureHeader,
        publicCopy: Data,
        thumbHash: Data? = nil,
        preview: Data? = nil
    ) {
        self.header = header
        self.publicCopy = publicCopy
        self.thumbHash = thumbHash
        self.preview = preview
    }
}

/// A processor that strips metadata but decodes nothing, for apps without image libraries.
///
/// Engines use it by default.
///
/// The resulting photos have no ThumbHashes or previews, and their pixels are not checked.
public struct StrippingPhotoProcessor: PhotoProcessor {
    /// Creates the processor.
    public init() {}

    /// Strips the metadata.
    ///
    /// - Throws: A `PictureError` if the metadata cannot be stripped.
    public func process(_ picture: PictureFile) throws(PictureError) -> ProcessedPicture {
        ProcessedPicture(header: picture.header, publicCopy: try picture.stripped())
    }
}

/// A photo that is ready to be shared, with the bytes of its blobs.
public struct PreparedPhoto: Sendable {
    /// The photo as it appears in a post.
    public let photo: Photo
    /// The public copy and, if the photo has one, its preview.
    let publicBlobs: [Blob]
    /// The file that the user shared, or `nil` if it is identical to the public copy.
    let original: Blob?

    /// Creates a photo from a processed picture.
    init(_ picture: ProcessedPicture, original: Blob, alt: String?) {
        // A file without metadata is its own public copy and is not hashed again.
        let isPlain = picture.publicCopy == original.content
        let publicCopy = isPlain ? original : Blob(picture.publicCopy)
        let preview = picture.preview.map { Blob($0) }
        photo = Photo(
            blob: publicCopy.id,
            byteCount: publicCopy.content.count,
            header: picture.header,
            alt: alt,
            thumbHash: picture.thumbHash,
            preview: preview.map { Photo.Preview(blob: $0.id, byteCount: $0.content.count) }
        )
        publicBlobs = [publicCopy, preview].compactMap(\.self)
        self.original = isPlain ? nil : original
    }

    /// All blobs to store: the public copy, the preview and the original.
    var blobs: [Blob] { publicBlobs + [original].compactMap(\.self) }

    /// The total size of all blobs in bytes.
    package var byteCount: Int { blobs.reduce(0) { $0 + $1.content.count } }
}

/// A photo whose blobs are in the blob store.
struct StoredPhoto: Sendable {
    /// The photo as it appears in a post.
    let photo: Photo
    /// The original, or `nil` if it is identical to the public copy.
    let original: BlobID?

    init(_ prepared: PreparedPhoto) {
        photo = prepared.photo
        original = prepared.original?.id
    }
}
