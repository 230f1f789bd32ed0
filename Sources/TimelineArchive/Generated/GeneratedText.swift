import TimelineCore

/// Words without much sense.
enum GeneratedText {
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

    /// So many words, each drawn from six random bits.
    static func sentence(of count: Int, _ random: inout SplitMix64) -> String {
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

    /// A name made of a word and a number, which is always allowed.
    static func username(_ text: String) -> Username? {
        do {
            return try Username(text)
        } catch {
            return nil
        }
    }
}
