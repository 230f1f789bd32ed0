public import Foundation

/// Checks pictures before the engine accepts them, and strips the copies that leave the store.
///
/// ## Laws
/// - **Deliverable.** ``strippedCopy(of:)`` succeeds for every picture that ``inspect(_:)``
///   accepts.
/// - **Discreet.** A stripped copy contains no place, device, date or other metadata, and the same
///   pixels.
///
/// `TimelineMedia` provides an implementation for all formats of `MediaType`. Both calls block.
public protocol PhotoProcessor: Sendable {
    /// Checks a picture that a user shares.
    ///
    /// - Parameter picture: the parsed file.
    /// - Returns: its header, and its ThumbHash where the picture can be decoded.
    /// - Throws: the reason why the picture is rejected.
    func inspect(_ picture: PictureFile) throws(PictureFault) -> InspectedPhoto

    /// Returns the picture without metadata, its pixels unchanged.
    ///
    /// - Throws: `PictureFault` when the metadata cannot be told from the pixels.
    func strippedCopy(of picture: PictureFile) throws(PictureFault) -> Data
}

/// A picture that a ``PhotoProcessor`` accepted.
public struct InspectedPhoto: Hashable, Sendable {
    /// The format, the upright size and the orientation.
    public let header: PictureHeader
    /// A ThumbHash of at most ``Photo/thumbHashLimit`` bytes; `nil` for a picture that is not
    /// decoded here.
    public let thumbHash: Data?

    /// Creates the result of an inspection.
    public init(header: PictureHeader, thumbHash: Data? = nil) {
        self.header = header
        self.thumbHash = thumbHash
    }
}

/// Reads headers only, for apps without image libraries; the default of an engine.
///
/// Strips no metadata. An engine with this processor therefore returns a photo only to the users
/// who shared it: the original would reveal where it was taken.
public struct HeaderOnlyPhotoProcessor: PhotoProcessor {
    /// Creates the processor.
    public init() {}

    /// Accepts every picture with a valid header.
    public func inspect(_ picture: PictureFile) throws(PictureFault) -> InspectedPhoto {
        InspectedPhoto(header: picture.header)
    }

    /// Always throws `PictureFault.notStripped`.
    public func strippedCopy(of picture: PictureFile) throws(PictureFault) -> Data {
        throw .notStripped(picture.header.mediaType)
    }
}
