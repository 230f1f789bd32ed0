import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Distances and vicinities")
struct SearchAreaTests {
    private static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Compares the results with published distances.
    ///
    /// Differences of up to one metre plus 0.1% are allowed.
    @Test(arguments: [
        (at(48.8566, 2.3522), at(51.5074, -0.1278), 343_556), (at(0, 0), at(0, 180), 20_015_115),
        (at(90, 0), at(-90, 77), 20_015_115), (at(0, 179.5), at(0, -179.5), 111_195),
        (at(89.9, 0), at(89.9, 180), 22_239), (at(12, 180), at(12, -180), 0),
        (at(90, 5), at(90, -100), 0),
    ])
    func distances(from: Coordinate, to: Coordinate, metres: Int) {
        #expect(abs(from.distance(to: to) - Double(metres)) <= 1 + Double(metres) / 1000)
        #expect(from.distance(to: to) == to.distance(to: from))
    }

    @Test func boxesContainEveryPositionOfTheVicinity() throws {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<20_000 {
            let center = Coordinate.random(using: &generator)
            let radius = pow(10, Double.random(in: 0...7.3, using: &generator))
            let vicinity = try SearchArea(of: center, radius: radius)
            // The position is just inside the edge of the circle, in any direction.
            let distance = radius * Double.random(in: 0.99...1, using: &generator)
            let bearing = Double.random(in: 0..<(2 * .pi), using: &generator)
            let position = center.moved(distance / Coordinate.earthRadius, toward: bearing)
            guard vicinity.contains(position) else { continue }
            let isHeld = vicinity.boxes.contains {
                $0.latitudes.contains(position.latitude)
                    && $0.longitudes.contains(position.longitude)
            }
            #expect(isHeld, "\(position) of \(vicinity)")
        }
    }

    @Test(arguments: [
        ("500m", 500), ("2km", 2000), ("1.5mi", 2414), ("2 KM", 2000), ("0m", 0),
    ])
    func distancesAreParsed(text: String, metres: Int) throws {
        #expect(Int(try Distance.metres(parsing: text).rounded()) == metres)
    }

    @Test(arguments: [
        "", "km", "2", "-1km", "2 miles", "1e3km", "nan", "inf", "0x10", "1,5km", "30000km", "+2km",
    ])
    func invalidDistancesAreRejected(text: String) {
        #expect(throws: TimelineError.invalidDistance(text)) { try Distance.metres(parsing: text) }
    }

    @Test(arguments: [
        (0, "0 m"), (349.6, "350 m"), (999.6, "1.0 km"), (1240, "1.2 km"), (9940, "9.9 km"),
        (9960, "10 km"),
        (340_400, "340 km"),
    ])
    func distancesAreFormatted(metres: Double, text: String) {
        #expect(Distance.text(metres: metres) == text)
    }

    @Test func aFuzzedPositionIsNear() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<5000 {
            let position = Self.at(
                Double.random(in: -89...89, using: &generator),
                Double.random(in: -180...180, using: &generator)
            )
            let fuzzed = position.fuzzed
            #expect(fuzzed.isOnEarth)
            #expect(fuzzed.fuzzed == fuzzed)
            #expect(position.distance(to: fuzzed) < 2100, "\(position)")
        }
        #expect(Self.at(-33.91234, 18.41999).fuzzed == Self.at(-33.91, 18.42))
        #expect(Self.at(69.6492, 18.9553).fuzzed == Self.at(69.65, 18.95))
        #expect(Self.at(90, 123).fuzzed == Self.at(90, 0))
    }
}

extension Coordinate {
    /// Returns the position at the given angle from this one along a great circle.
    ///
    /// Angles are in radians.
    func moved(_ angle: Double, toward bearing: Double) -> Coordinate {
        let (from, start) = (latitude.radians, longitude.radians)
        let to = asin(
            max(-1, min(1, sin(from) * cos(angle) + cos(from) * sin(angle) * cos(bearing)))
        )
        let east = atan2(
            sin(bearing) * sin(angle) * cos(from),
            cos(angle) - sin(from) * sin(to)
        )
        let longitude = (start + east).degrees
        let turned =
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        return Coordinate(latitude: to.degrees, longitude: turned)
    }
}
