import Foundation

/// The numbers of waves in a ThumbHash, as stated by its header.
///
/// Lightness has seven waves along the longer side, or five if the picture has alpha. The number
/// along the shorter side follows from the aspect ratio. The header therefore need not contain the
/// size of the picture, because the numbers of waves state its shape.
struct ThumbHashLayout: Hashable {
    /// Whether the picture has transparent pixels, in which case fewer waves of lightness are
    /// stored.
    let hasAlpha: Bool
    /// Whether the picture is wider than it is high.
    let isLandscape: Bool
    /// The number of waves of lightness along the shorter side, 1 to 7.
    let shortWaves: Int

    /// Creates the layout for a picture of the given size.
    init(width: Int, height: Int, hasAlpha: Bool) {
        let long = max(width, height)
        let share = Double((hasAlpha ? 5 : 7) * min(width, height)) / Double(long)
        self.hasAlpha = hasAlpha
        isLandscape = width > height
        shortWaves = max(1, Int(share.rounded()))
    }

    /// Reads the layout from bytes 2 to 4.
    ///
    /// Returns `nil` if there are fewer than 5 bytes.
    init?(reading bytes: Data) {
        let header = Array(bytes.prefix(5))
        guard header.count == 5 else { return nil }
        hasAlpha = header[2] & 0x80 != 0
        isLandscape = header[4] & 0x80 != 0
        shortWaves = Int(header[3] & 7)
    }

    /// The number of waves of lightness along the longer side.
    var longWaves: Int { hasAlpha ? 5 : 7 }

    /// The waves of lightness, with at least three along each side.
    var lightness: ThumbHashWaves {
        let (long, short) = (max(3, longWaves), max(3, shortWaves))
        return isLandscape ? ThumbHashWaves(long, short) : ThumbHashWaves(short, long)
    }

    /// The waves of each colour difference.
    var colour: ThumbHashWaves { ThumbHashWaves(3, 3) }

    /// The waves of alpha.
    var alpha: ThumbHashWaves { ThumbHashWaves(hasAlpha ? 5 : 1, hasAlpha ? 5 : 1) }

    /// The size of the hash in bytes.
    ///
    /// After the header, each byte contains two waves.
    var byteCount: Int {
        let waves = lightness.count + 2 * colour.count + alpha.count
        return (hasAlpha ? 6 : 5) + (waves + 1) / 2
    }

    /// The approximate width divided by the height.
    var aspectRatio: Double {
        let (long, short) = (Double(longWaves), Double(max(1, shortWaves)))
        return isLandscape ? long / short : short / long
    }
}

/// The waves of one channel, without the constant.
///
/// They are the low frequencies, on one side of the diagonal of the transform's matrix.
struct ThumbHashWaves {
    /// The horizontal and vertical frequency of each wave.
    let frequencies: [(across: Int, down: Int)]

    /// Creates the waves below the given frequencies.
    init(_ across: Int, _ down: Int) {
        frequencies = (0..<down)
            .flatMap { row in
                (0..<across).filter { $0 * down < across * (down - row) && $0 + row > 0 }
                    .map { ($0, row) }
            }
    }

    /// The number of waves.
    var count: Int { frequencies.count }
}
