import Foundation

/// What the header of a ThumbHash says of the waves that follow it.
struct ThumbHashLayout: Hashable {
    let hasAlpha: Bool
    let isLandscape: Bool
    /// How many waves of lightness there are along the shorter side, 1 to 7.
    let shortWaves: Int

    /// The layout for a picture of this size.
    init(width: Int, height: Int, hasAlpha: Bool) {
        let long = max(width, height)
        let share = Double((hasAlpha ? 5 : 7) * min(width, height)) / Double(long)
        self.hasAlpha = hasAlpha
        isLandscape = width > height
        shortWaves = max(1, Int(share.rounded()))
    }

    /// Reads the layout out of bytes 2 to 4; `nil` when there are fewer.
    init?(reading bytes: Data) {
        let header = Array(bytes.prefix(5))
        guard header.count == 5 else { return nil }
        hasAlpha = header[2] & 0x80 != 0
        isLandscape = header[4] & 0x80 != 0
        shortWaves = Int(header[3] & 7)
    }

    /// How many waves of lightness there are along the longer side.
    var longWaves: Int { hasAlpha ? 5 : 7 }

    /// The waves of lightness: never fewer than three a side.
    var lightness: ThumbHashWaves {
        let (long, short) = (max(3, longWaves), max(3, shortWaves))
        return isLandscape ? ThumbHashWaves(long, short) : ThumbHashWaves(short, long)
    }

    /// The waves of either colour difference.
    var colour: ThumbHashWaves { ThumbHashWaves(3, 3) }

    /// The waves of alpha.
    var alpha: ThumbHashWaves { ThumbHashWaves(hasAlpha ? 5 : 1, hasAlpha ? 5 : 1) }

    /// How many bytes the hash has: two waves a byte after the header.
    var byteCount: Int {
        let waves = lightness.count + 2 * colour.count + alpha.count
        return (hasAlpha ? 6 : 5) + (waves + 1) / 2
    }

    /// Width by height, roughly.
    var aspectRatio: Double {
        let (long, short) = (Double(longWaves), Double(max(1, shortWaves)))
        return isLandscape ? long / short : short / long
    }
}

/// The waves of one channel, without the constant one: those below the diagonal of the transform's square.
struct ThumbHashWaves {
    /// How often each wave goes across and down.
    let frequencies: [(across: Int, down: Int)]

    /// The waves up to these numbers across and down.
    init(_ across: Int, _ down: Int) {
        frequencies = (0..<down)
            .flatMap { row in
                (0..<across).filter { $0 * down < across * (down - row) && $0 + row > 0 }
                    .map { ($0, row) }
            }
    }

    var count: Int { frequencies.count }
}
