public import Foundation

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
    /// A ThumbHash of at most ``Photo/thumbHashLimit`` bytes, or `nil` if the processor did not
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
