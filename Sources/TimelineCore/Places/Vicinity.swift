import Foundation

/// All positions within a distance from one.
public struct Vicinity: Hashable, Sendable {
    /// The position in the middle.
    public let center: Coordinate
    /// How far it reaches, in metres; the rim belongs to it.
    public let radius: Double

    /// The distances that a vicinity may have, in metres: up to the other side of the Earth.
    public static let radii = 0...21_000_000.0

    /// Makes a vicinity of its parts.
    ///
    /// - Throws: ``TimelineError/invalidPlace(_:)``, ``TimelineError/invalidDistance(_:)``.
    public init(of center: Coordinate, radius: Double) throws(TimelineError) {
        guard center.isOnEarth else {
            throw .invalidPlace("\(center.latitude),\(center.longitude)")
        }
        guard Self.radii.contains(radius) else { throw .invalidDistance("\(radius)") }
        self.center = center
        self.radius = radius
    }

    /// Whether a position belongs to it.
    public func contains(_ position: Coordinate) -> Bool {
        center.distance(to: position) <= radius
    }

    /// A part of the Earth between two parallels and two meridians.
    package struct Box: Hashable, Sendable {
        /// Degrees north.
        package let latitudes: ClosedRange<Double>
        /// Degrees east.
        package let longitudes: ClosedRange<Double>
    }

    /// One or two boxes that hold every position of it, and others: two where it reaches across the 180° meridian,
    /// all longitudes where it reaches over a pole.
    ///
    /// The widest longitude is the one at which the circle touches a meridian, asin(sin r / cos φ) from its middle
    /// (J. P. Matuschek, "Finding Points Within a Distance of a Latitude/Longitude", 2010).
    package var boxes: [Box] {
        // A little more than needed, since all of it is rounded.
        let angle = radius / Coordinate.earthRadius * 1.000_001 + 1e-9
        let south = center.latitude - angle.degrees
        let north = center.latitude + angle.degrees
        let latitudes = max(-90, south)...min(90, north)
        guard south > -90, north < 90 else {
            return [Box(latitudes: latitudes, longitudes: -180...180)]
        }
        let reach = asin(min(1, sin(angle) / cos(center.latitude.radians))).degrees + 1e-9
        return Self.longitudes(center.longitude - reach, center.longitude + reach)
            .map { Box(latitudes: latitudes, longitudes: $0) }
    }

    private static func longitudes(_ west: Double, _ east: Double) -> [ClosedRange<Double>] {
        if east - west >= 360 { return [-180...180] }
        if west < -180 { return [-180...east, (west + 360)...180] }
        if east > 180 { return [west...180, -180...(east - 360)] }
        // The meridian itself has two names.
        if west == -180 { return [-180...east, 180...180] }
        return east == 180 ? [west...180, -180 ... -180] : [west...east]
    }
}
