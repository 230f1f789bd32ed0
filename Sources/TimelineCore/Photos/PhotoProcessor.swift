public import Foundation

/// Checks pictures before the engine accepts them, and strips the copies that leave the store.
///
/// ## Laws
/// - **Deliverable.** ``strippedCopy(of:)`` succeeds for every picture that ``inspect(_:)`` accepts.
/// - **Discreet.** A stripped copy contains no place, device, date or other metadata, and the same pixels.
///
/// `TimelineMedia` has the one for all formats of ``MediaType``. Both calls block.
public protocol PhotoProcessor: Sendable {
    /// Checks a picture that somebody shares.
    ///
    /// - Parameter content: the whole file.
    /// - Returns: its header, and its ThumbHash where the picture can be decoded.
    /// - Throws: the reason why the picture is rejected.
    func inspect(_ content: Data) throws(PhotoFault) -> InspectedPhoto

    /// Returns the picture without metadata, its pixels unchanged.
    ///
    /// - Throws: ``PhotoFault`` when the metadata cannot be told from the pixels.
    func strippedCopy(of content: Data) throws(PhotoFault) -> Data
}

/// A picture that a ``PhotoProcessor`` accepted.
public struct InspectedPhoto: Hashable, Sendable {
    /// The format and the size.
    public let header: PhotoHeader
    /// The picture in at most ``Photo/thumbHashLimit`` bytes; `nil` for one that is not decoded here.
    public let thumbHash: Data?

    /// Creates the result of an inspection.
    public init(header: PhotoHeader, thumbHash: Data? = nil) {
        self.header = header
        self.thumbHash = thumbHash
    }
}

/// Reads headers only, for apps without image libraries; an engine uses it unless it gets another.
///
/// It cannot strip metadata. So an engine with this processor returns a photo to those who shared it, and to nobody
/// else: the original would reveal where it was taken.
public struct HeaderOnlyPhotoProcessor: PhotoProcessor {
    /// Creates the processor.
    public init() {}

    /// Accepts every picture with a sound header.
    public func inspect(_ content: Data) throws(PhotoFault) -> InspectedPhoto {
        InspectedPhoto(header: try PhotoHeader(reading: content))
    }

    /// Throws ``PhotoFault/notStripped(_:)``, or the fault of the header.
    public func strippedCopy(of content: Data) throws(PhotoFault) -> Data {
        throw .notStripped(try PhotoHeader(reading: content).mediaType)
    }
}
