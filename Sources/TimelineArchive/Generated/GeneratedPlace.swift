import TimelineCore

/// A generator of places in fictional towns, which are scattered over land and sea between 60°
/// south and 60° north.
enum GeneratedPlace {
    /// The number of towns.
    ///
    /// As in reality, most posts are from a few towns.
    private static let towns = 512

    /// Returns a random place within 0.05 degrees of a town in latitude and longitude, rounded to a
    /// ten-thousandth of a degree.
    static func place(random: inout SplitMix64) -> Place {
        let town = random.below(1 + random.below(towns))
        // The factors have no common divisor with the ranges, so the towns are scattered.
        let latitude = town * 370_003 % 1_200_000 - 600_000 + random.below(1000) - 500
        let longitude = town * 1_370_011 % 3_600_000 - 1_800_000 + random.below(1000) - 500
        return Place(
            name: GeneratedText.words[town % GeneratedText.words.count],
            coordinate: Coordinate(
                latitude: Double(latitude) / 10_000,
                longitude: Double(max(longitude, -1_800_000)) / 10_000
            )
        )
    }
}
