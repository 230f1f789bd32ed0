import Foundation

/// A parser of one format.
protocol PictureContainer: Sendable {
    /// Parses a complete file whose signature has been checked.
    ///
    /// - Throws: the first fault before the pixels; later faults are recorded.
    init(reading content: Data) throws(PictureFault)

    /// The size of the stored pixels.
    var storedSize: PixelSize { get }

    /// The transformation that turns the stored pixels upright.
    var orientation: Orientation { get }

    /// The Exif block, a TIFF structure.
    var exif: Data? { get }

    /// The XMP packets.
    var xmp: [Data] { get }

    /// Returns the file without metadata but with its orientation.
    func stripped(_ orientation: Orientation) throws(PictureFault) -> Data
}

extension PictureContainer {
    /// The orientation of the Exif block; upright without one.
    var orientation: Orientation { exif.flatMap(Exif.init)?.orientation ?? .upright }
}
