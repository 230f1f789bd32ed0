public import Foundation
public import TimelineCore

/// Checks and strips pictures of all formats that Timeline accepts.
///
/// A picture that no decoder here can draw, such as HEIC without libheif, is accepted when its container is sound and
/// its metadata can be stripped; it then has no ThumbHash, and a placeholder for renditions.
public struct MediaPhotoProcessor: PhotoProcessor {
    private let heif: HEIFLibrary?

    /// Creates a processor that decodes HEIC through the system's libheif, if it exists.
    public init() { self.init(heif: .system) }

    /// Creates a processor that decodes HEIC through the library given.
    init(heif: HEIFLibrary?) { self.heif = heif }

    /// Checks the header, strips the picture, and decodes the stripped copy: others see that one.
    public func inspect(_ content: Data) throws(PhotoFault) -> InspectedPhoto {
        let header = try PhotoHeader(reading: content)
        let copy = try MetadataStripper.stripped(content)
        return InspectedPhoto(header: header, thumbHash: try thumbHash(of: copy))
    }

    /// Strips the metadata; see ``MetadataStripper``.
    public func strippedCopy(of content: Data) throws(PhotoFault) -> Data {
        try MetadataStripper.stripped(content)
    }

    /// The ThumbHash; `nil` for a kind that is not drawn here.
    private func thumbHash(of content: Data) throws(PhotoFault) -> Data? {
        do throws(PhotoFault) {
            return try ThumbHash(ofFile: content, heif: heif).bytes
        } catch .notDrawn {
            return nil
        } catch {
            throw error
        }
    }
}
