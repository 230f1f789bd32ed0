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
    /// - Parameter file: The picture; see ``PhotoFile/picture()``.
    /// - Returns: The photo with its public copy and, if the picture can be decoded, its ThumbHash
    ///   and preview.
    /// - Throws: The reason the picture is rejected.
    func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto

    /// Estimates the memory that ``process(_:)`` takes for a picture, in bytes, apart from its file
    /// and the copies.
    func memory(for header: PictureHeader) -> Int
}

extension PhotoProcessor {
    /// Returns 0, because processors that do not decode pictures need no memory.
    public func memory(for header: PictureHeader) -> Int { 0 }
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
    public func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto {
        try PreparedPhoto(of: file, publicCopy: file.picture().stripped())
    }
}

/// A photo that is ready to be shared, with the bytes of its blobs.
public struct PreparedPhoto: Sendable {
    /// The photo as it appears in a post.
    public let photo: Photo
    /// The file that the user shared, or `nil` if it is identical to the public copy.
    let original: BlobID?
    /// The blobs to store: the public copy, the preview and the original, as far as they exist.
    package private(set) var blobs: [Blob]

    /// Creates a photo from the copies that a ``PhotoProcessor`` has made.
    ///
    /// - Parameters:
    ///   - file: The picture that the user shares.
    ///   - publicCopy: The file without metadata.
    ///   - thumbHash: A ThumbHash of at most 25 bytes, or `nil` if the
    ///     processor did not decode the picture.
    ///   - preview: A JPEG file as described in ``Photo/Preview``, or `nil` if the picture does not
    ///     need one or the processor did not decode it.
    /// - Throws: A `PictureError` if the file's header is invalid.
    public init(
        of file: PhotoFile,
        publicCopy: Data,
        thumbHash: Data? = nil,
        preview: Data? = nil
    ) throws(PictureError) {
        let header = try file.picture().header
        // A file without metadata is its own public copy and is not hashed again.
        let isPlain = publicCopy == file.content
        let publicCopy = isPlain ? file.blob : Blob(publicCopy)
        let preview = preview.map { Blob($0) }
        photo = Photo(
            blob: publicCopy.id,
            byteCount: publicCopy.content.count,
            header: header,
            alt: file.alt,
            thumbHash: thumbHash,
            preview: preview.map { Photo.Preview(blob: $0.id, byteCount: $0.content.count) }
        )
        original = isPlain ? nil : file.blob.id
        blobs = [publicCopy, preview, isPlain ? nil : file.blob].compactMap(\.self)
    }

    /// The total size of all blobs in bytes.
    package var byteCount: Int { blobs.reduce(0) { $0 + $1.content.count } }

    /// Releases the bytes, after the blobs have been stored.
    mutating func releaseBlobs() { blobs = [] }
}
