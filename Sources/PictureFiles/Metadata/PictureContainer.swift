import Foundation

/// A parser of one format.
///
/// The five conformances have the same contract:
///
/// - The initializer checks everything up to the pixels, and throws the first fault there.
/// - Faults behind that are recorded. They do not make the header wrong, but stripping and decoding
///   throw them.
/// - Memory is proportional to the length of the file.
/// - A copy that `stripped(_:)` returns is accepted by the same parser, and stripping it again
///   returns the same bytes.
protocol PictureContainer: Sendable {
    /// Parses a complete file whose signature has been checked.
    ///
    /// - Throws: the first fault before the pixels; later faults are recorded.
    init(reading content: Data) throws(PictureFault)

    /// The size of the stored pixels; not checked against the limits.
    var storedSize: PixelSize { get }

    /// The transformation that turns the stored pixels upright.
    var orientation: Orientation { get }

    /// The Exif block, a TIFF structure, not parsed.
    var exif: Data? { get }

    /// The XMP packets.
    var xmp: [Data] { get }

    /// Returns the file without metadata but with its orientation.
    ///
    /// - Parameter orientation: the orientation that the copy states.
    /// - Returns: the stripped file.
    /// - Throws: the first fault behind the header.
    func stripped(_ orientation: Orientation) throws(PictureFault) -> Data
}

extension PictureContainer {
    /// The orientation of the Exif block; upright without one.
    var orientation: Orientation { exif.flatMap(Exif.init)?.orientation ?? .upright }
}
