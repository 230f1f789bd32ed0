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
    /// A place that is not there is looked for in the XMP packet, unless that is compressed, as it may be in PNG.
    /// Nothing is thrown: what cannot be read is not there.
    public init(reading content: Data) {
        let blocks = MetadataBlocks(reading: content)
        let exif = blocks.exif.flatMap(Exif.init)
        orientation = exif?.orientation ?? .upright
        coordinate = exif?.coordinate ?? blocks.xmp.lazy.compactMap { XMP($0).coordinate }.first
    }
}
