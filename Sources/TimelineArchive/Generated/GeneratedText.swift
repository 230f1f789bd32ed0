import TimelineCore

/// A generator of sentences with random words.
enum GeneratedText {
    /// A list of 64 words, so that six random bits select one word.
    static let words = [
        "amber", "anchor", "apricot", "aurora", "autumn", "beach", "birch", "bloom", "breeze",
        "canyon",
        "candle", "cedar", "cliff", "cloud", "coast", "comet", "coral", "dawn", "delta", "desert",
        "dune", "dusk", "ember", "fern", "field", "fjord", "foam", "fog", "forest", "frost",
        "garden", "glacier", "glow", "harbour", "hazel", "heron", "hill", "horizon", "ice",
        "island",
        "ivy", "jetty", "lagoon", "lake", "lantern", "leaf", "light", "linden", "maple", "meadow",
        "mist", "moon", "moss", "mountain", "night", "ocean", "orchard", "pebble", "pine", "rain",
        "reef", "river", "shore", "sunset",
    ]

    /// Returns a sequence of random words, separated by spaces.
    static func sentence(of count: Int, random: inout SplitMix64) -> String {
        var text = ""
        var bits: UInt64 = 0
        for index in 0..<count {
            if index % 10 == 0 { bits = random.next() }
            if index > 0 { text += " " }
            text += words[Int(bits & 63)]
            bits >>= 6
        }
        return text
    }
}

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

/// A random ranking whose members are drawn according to Zipf's law.
///
/// The member of rank n is drawn with a probability proportional to 1/n.
struct Zipf: Sendable {
    private let members: [Int]
    private let cumulative: [UInt64]

    /// Creates a random ranking of the members `0..<count`.
    init(count: Int, random: inout SplitMix64) {
        members = Array(0..<count).shuffled(using: &random)
        var sum: UInt64 = 0
        cumulative = (1...UInt64(max(1, count)))
            .map { rank in
                sum += (1 << 32) / rank
                return sum
            }
    }

    /// Returns a random member.
    func draw(random: inout SplitMix64) -> Int {
        let point = random.below(cumulative.last ?? 1)
        // The point is below the last sum, so it is below at least one sum.
        return members[cumulative.partitioningIndex { $0 > point }]
    }
}

extension SplitMix64 {
    /// Returns a random stamp with the given time in milliseconds since 1970.
    mutating func stamp(at milliseconds: UInt64) -> PushID {
        PushID(
            milliseconds: milliseconds,
            bits: (UInt16(truncatingIfNeeded: next()), next())
        )
    }

    /// Returns the bytes of random numbers, 8 of each, so `count` must be a multiple of 8.
    mutating func packedBytes(_ count: Int) -> [UInt8] {
        (0..<count / 8)
            .flatMap { _ in
                let number = next()
                return (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            }
    }
}
