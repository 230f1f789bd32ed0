import Foundation

extension Coordinate {
    /// The mean radius of the Earth in metres.
    ///
    /// R₁ of the International Union of Geodesy and Geophysics: Moritz, "Geodetic Reference System 1980", 2000.
    static let earthRadius = 6_371_008.8

    /// The length of the great circle to another position in metres, on a sphere: within half a percent.
    ///
    /// It is the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984), which
    /// stays exact for small distances.
    public func distance(to other: Coordinate) -> Double {
        let north = (other.latitude - latitude).radians
        let east = (other.longitude - longitude).radians
        let haversine =
            pow(sin(north / 2), 2)
            + cos(latitude.radians) * cos(other.latitude.radians) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The position to about a kilometre: degrees in steps of a hundredth, and of more for the longitude where the
    /// meridians are closer, so that the place itself cannot be told.
    ///
    /// The step of the longitude is 0.01 divided by the cosine of the rounded latitude, rounded up to 1, 2 or 5
    /// of a power of ten; within a degree of the poles there is one longitude, 0.
    public var fuzzed: Coordinate {
        let latitude = Self.rounded(latitude, toStep: 100)
        guard abs(latitude) < 89 else { return Coordinate(latitude: latitude, longitude: 0) }
        let needed = 0.01 / cos(latitude.radians)
        let steps = [100.0, 50, 20, 10, 5, 2, 1].first { 1 / $0 >= needed * 0.999 } ?? 1
        let longitude = Self.rounded(longitude, toStep: steps)
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The nearest of the numbers that are whole when multiplied by `steps`.
    private static func rounded(_ degrees: Double, toStep steps: Double) -> Double {
        (degrees * steps).rounded() / steps
    }
}

extension Double {
    /// These degrees as an angle of the unit circle.
    var radians: Double { self * .pi / 180 }

    /// This angle of the unit circle in degrees.
    var degrees: Double { self * 180 / .pi }
}
