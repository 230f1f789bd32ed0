import Foundation

/// A parsed file of one picture format.
///
/// The five conformances have the same contract:
///
/// - The initializer checks everything up to the pixels, and throws the first fault there.
/// - Faults after that point are recorded. They do not affect the header, but stripping and
///   decoding throw them.
/// - Memory is proportional to the length of the file.
/// - The same parser accepts the copy that `stripped(_:)` returns, and stripping it again returns
///   the same bytes.
protocol PictureContainer: Sendable {
    /// Parses a complete file whose signature has been checked.
    ///
    /// - Throws: The first fault before the pixels. Later faults are recorded.
    init(reading content: Data) throws(PictureError)

    /// The size of the stored pixels, not yet checked against the limits.
    var storedSize: PixelSize { get }

    /// The transformation that turns the stored pixels upright.
    var orientation: Orientation { get }

    /// The Exif block, an unparsed TIFF structure, or `nil` if the file has none.
    var exif: Data? { get }

    /// The XMP packets.
    var xmp: [Data] { get }

    /// Returns a copy of the file without metadata except its orientation.
    ///
    /// - Parameter orientation: The orientation to write to the copy.
    /// - Returns: The stripped file.
    /// - Throws: The first fault after the header.
    func stripped(_ orientation: Orientation) throws(PictureError) -> Data
}

extension PictureContainer {
    /// The orientation in the Exif block, or upright if there is none.
    var orientation: Orientation { exif.flatMap(Exif.init)?.orientation ?? .upright }
}

/// The location in a picture's metadata, in degrees (WGS 84).
///
/// The coordinates are as precise as in the file, often to a few metres. An app should ask before
/// publishing the location. The stripped copy does not contain it.
///
/// ```swift
/// if let location = try PictureFile(reading: jpeg).location {
///     show(location.latitude, location.longitude)
/// }
/// ```
public struct PictureLocation: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// Creates a location.
    ///
    /// Returns `nil` if a coordinate is outside its range, or if both are 0, which cameras write for an
    /// unknown location.
    init?(latitude: Double, longitude: Double) {
        guard (latitude, longitude) != (0, 0), (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
