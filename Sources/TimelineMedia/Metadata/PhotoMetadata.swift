public import Foundation
public import TimelineCore

/// What a photo's file says besides the pixels, as far as anyone here looks at it.
public struct PhotoMetadata: Hashable, Sendable {
    /// How the stored pixels have to be turned; `upright` when the file does not say.
    ///
    /// HEIC files say it by properties of the picture, which decoders apply.
    public let orientation: Orientation
    /// Where the photo was taken, within the ranges of `Coordinate`; `nil` when the file does not say.
    public let coordinate: Coordinate?

    /// Reads the Exif block of a JPEG, PNG, WebP or HEIC file; GIF has none.
    ///
    /// Nothing is thrown: what cannot be read is not there.
    public init(reading content: Data) {
        let exif = Self.exif(content).flatMap(Exif.init)
        orientation = exif?.orientation ?? .upright
        coordinate = exif?.coordinate
    }

    private static func exif(_ content: Data) -> Data? {
        do throws(PhotoFault) {
            switch try PhotoHeader(reading: content).mediaType {
            case .jpeg: return try JPEGFile(reading: content, isHeaderOnly: true).segments.firstExif
            case .png: return PNGFile(reading: content).content(of: "eXIf")
            case .webp: return try WebPFile(reading: content).exif
            case .gif: return nil
            case .heic: return try HEICFile(reading: content).exif
            }
        } catch {
            return nil
        }
    }
}

extension [JPEGFile.Segment] {
    /// The Exif block of a JPEG file.
    var firstExif: Data? { lazy.compactMap(\.exif).first }
}
