import Foundation

/// A circle on the Earth: all positions within a radius of a center.
///
/// ```swift
/// let tunis = try SearchArea(of: Coordinate(parsing: "36.8,10.2"), radius: 5_000)
/// let page = try await guest.posts(near: tunis)
/// ```
public struct SearchArea: Hashable, Sendable {
    /// The center of the circle.
    public let center: Coordinate
    /// The radius in metres.
    ///
    /// Positions at exactly this distance are within the circle.
    public let radius: Double

    /// The valid radii in metres, up to the far side of the Earth.
    public static let radii = 0...21_000_000.0

    /// Creates a circle.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius in metres.
    /// - Throws: ``TimelineError/invalidPlace(_:)`` if the center is not on the Earth, or
    ///   ``TimelineError/invalidDistance(_:)`` if the radius is outside ``radii``.
    public init(of center: Coordinate, radius: Double) throws(TimelineError) {
        guard center.isOnEarth else {
            throw .invalidPlace("\(center.latitude),\(center.longitude)")
        }
        guard Self.radii.contains(radius) else { throw .invalidDistance("\(radius)") }
        self.center = center
        self.radius = radius
    }

    /// Returns whether a position lies within the circle.
    public func contains(_ position: Coordinate) -> Bool {
        center.distance(to: position) <= radius
    }

    /// An area between two parallels and two meridians.
    public struct Box: Hashable, Sendable {
        /// The range of latitudes in degrees north of the equator.
        public let latitudes: ClosedRange<Double>
        /// The range of longitudes in degrees east of Greenwich.
        public let longitudes: ClosedRange<Double>
    }

    /// One box that covers the circle, or two boxes if the circle reaches the 180° meridian.
    ///
    /// If the circle contains a pole, a single box covers all longitudes.
    ///
    /// A circle of angular radius r around latitude φ extends asin(sin r / cos φ) to the east and
    /// west (J. P. Matuschek, "Finding Points Within a Distance of a Latitude/Longitude", 2010).
    public var boxes: [Box] {
        // The angle is slightly enlarged to allow for rounding errors.
        let angle = radius / Coordinate.earthRadius * 1.000_001 + 1e-9
        let south = center.latitude - angle.degrees
        let north = center.latitude + angle.degrees
        let latitudes = max(-90, south)...min(90, north)
        guard south > -90, north < 90 else {
            return [Box(latitudes: latitudes, longitudes: -180...180)]
        }
        let reach = asin(min(1, sin(angle) / cos(center.latitude.radians))).degrees + 1e-9
        return Self.longitudes(from: center.longitude - reach, to: center.longitude + reach)
            .map { Box(latitudes: latitudes, longitudes: $0) }
    }

    private static func longitudes(from west: Double, to east: Double) -> [ClosedRange<Double>] {
        if east - west >= 360 { return [-180...180] }
        if west < -180 { return [-180...east, (west + 360)...180] }
        if east > 180 { return [west...180, -180...(east - 360)] }
        // The 180° meridian has both longitudes, -180° and 180°.
        if west == -180 { return [-180...east, 180...180] }
        return east == 180 ? [west...180, -180 ... -180] : [west...east]
    }
}
