import TimelineCore

/// Places in made-up towns, which are spread over the lands and seas between 60° south and north.
enum GeneratedPlace {
    /// How many towns there are; as in the world, most people are in few of them.
    private static let towns = 512

    /// A place within about 5 km of a town, to a ten-thousandth of a degree.
    static func place(_ random: inout SplitMix64) -> Place {
        let town = random.below(1 + random.below(towns))
        // Steps that have no divisor in common with the circle scatter the towns.
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
