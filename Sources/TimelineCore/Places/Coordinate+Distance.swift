import Foundation

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
    public var fuzzed: Coordinate {
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
