package import TimelineCore

extension Coordinate {
    /// Returns a random position, often at a pole, on the 180° meridian, or at whole degrees.
    package static func random(using generator: inout SplitMix64) -> Coordinate {
        let latitudes = [-90, 90, 0, -89.999, 89.9, Double.random(in: -90...90, using: &generator)]
        let longitudes = [
            -180, 180, 0, 179.999, -179.99, Double.random(in: -180...180, using: &generator),
        ]
        return Coordinate(
            latitude: latitudes.randomElement(using: &generator) ?? 0,
            longitude: longitudes.randomElement(using: &generator) ?? 0
        )
    }
}
