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
