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
    /// Returns `nil` if a coordinate is outside its range.
    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
