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

extension Coordinate {
    /// The mean radius of the Earth, in metres.
    ///
    /// This is the radius R₁ of the International Union of Geodesy and Geophysics (H. Moritz,
    /// "Geodetic Reference System 1980", 2000).
    static let earthRadius = 6_371_008.8

    /// Returns the great-circle distance to another position in metres, treating the Earth as a
    /// sphere.
    ///
    /// The result differs from the distance on the ellipsoid by at most 0.5%. The haversine formula
    /// (R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984) stays accurate for
    /// small distances.
    public func distance(to other: Coordinate) -> Double {
        let north = (other.latitude - latitude).radians
        let east = (other.longitude - longitude).radians
        let haversine =
            pow(sin(north / 2), 2)
            + cos(latitude.radians) * cos(other.latitude.radians) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The position rounded to about a kilometre, to conceal the exact place.
    ///
    /// The latitude is rounded to 0.01°. The longitude is rounded to a multiple of a step, which is
    /// 0.01° divided by the cosine of the rounded latitude, rounded up to 1, 2 or 5 times a power
    /// of ten. Within one degree of the poles, the longitude is 0.
    package var fuzzed: Coordinate {
        let latitude = Self.rounded(latitude, toStep: 100)
        guard abs(latitude) < 89 else { return Coordinate(latitude: latitude, longitude: 0) }
        let needed = 0.01 / cos(latitude.radians)
        let steps = [100.0, 50, 20, 10, 5, 2, 1].first { 1 / $0 >= needed * 0.999 } ?? 1
        let longitude = Self.rounded(longitude, toStep: steps)
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Rounds an angle to the nearest multiple of 1 / `steps`.
    private static func rounded(_ degrees: Double, toStep steps: Double) -> Double {
        (degrees * steps).rounded() / steps
    }
}

extension Double {
    /// The value converted from degrees to radians.
    var radians: Double { self * .pi / 180 }

    /// The value converted from radians to degrees.
    var degrees: Double { self * 180 / .pi }
}

/// A namespace for parsing and formatting distances.
///
/// ```swift
/// let metres = try Distance.metres(parsing: "2km")
/// let center = try Coordinate(parsing: "33.9943,-7.8471")
/// let page = try await session.posts(near: SearchArea(of: center, radius: metres))
/// show(page)
/// ```
package enum Distance {
    private static let units: [(suffix: String, metres: Double)] = [
        ("km", 1000), ("mi", 1609.344), ("m", 1),
    ]

    /// Parses a distance such as `500m`, `2km` or `1.5mi`.
    ///
    /// The unit is required, because a distance in metres that was meant in kilometres finds nothing.
    ///
    /// - Returns: The distance in metres.
    /// - Throws: ``TimelineError/invalidDistance(_:)`` if the text is not a distance, or if the
    ///   distance is outside ``SearchArea/radii``.
    package static func metres(parsing text: String) throws(TimelineError) -> Double {
        let typed = text.lowercased().filter { $0 != " " }
        guard let unit = units.first(where: { typed.hasSuffix($0.suffix) }),
            case let number = typed.dropLast(unit.suffix.count),
            number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let value = Double(number), SearchArea.radii.contains(value * unit.metres)
        else { throw .invalidDistance(text) }
        return value * unit.metres
    }
}
