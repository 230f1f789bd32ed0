public import Foundation

/// Makes the copies of pictures that others see, before the engine accepts the pictures.
///
/// ## Laws
/// - **Discreet.** A public copy and a preview contain no place, device, date or other metadata.
/// - **Lossless.** A public copy has the pixels of the picture.
/// - **Stable.** Processing a public copy returns the same public copy.
///
/// `TimelineMedia` provides an implementation that decodes all formats of `MediaType`.
public protocol PhotoProcessor: Sendable {
    /// Checks a picture that a user shares, and makes its copies; this blocks.
    ///
    /// - Parameter picture: the parsed file.
    /// - Returns: the public copy, and the ThumbHash and the preview where the picture can be
    ///   decoded.
    /// - Throws: the reason why the picture is rejected.
    func process(_ picture: PictureFile) throws(PictureFault) -> ProcessedPicture
}

/// A picture that a ``PhotoProcessor`` accepted.
public struct ProcessedPicture: Hashable, Sendable {
    /// The format, the upright size and the orientation.
    public let header: PictureHeader
    /// The file without metadata.
    public let publicCopy: Data
    /// A ThumbHash of at most ``Photo/thumbHashLimit`` bytes; `nil` for a picture that is not
    /// decoded here.
    public let thumbHash: Data?
    /// A JPEG file as ``Photo/Preview`` describes it; `nil` for a picture that needs none or is not
    /// decoded here.
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

/// Strips metadata but decodes nothing, for apps without image libraries; the default of an engine.
///
/// Its photos have neither ThumbHash nor preview, and their pixels are not checked.
public struct StrippingPhotoProcessor: PhotoProcessor {
    /// Creates the processor.
    public init() {}

    /// Strips the metadata.
    ///
    /// - Throws: the fault of the file.
    public func process(_ picture: PictureFile) throws(PictureFault) -> ProcessedPicture {
        ProcessedPicture(header: picture.header, publicCopy: try picture.stripped())
    }
}
