public import Foundation

/// A blurred version of a picture in at most 25 bytes, shown until the photo has loaded.
///
/// The format is described at <https://evanw.github.io/thumbhash/>: the lowest frequencies of a
/// discrete cosine transform of lightness, two colour differences and alpha.
///
/// ```swift
/// let placeholder = photo.thumbHash.flatMap { ThumbHash(bytes: $0) }?.raster()
/// ```
///
/// A hash is created when a photo is posted, and is synced with it. Different decoders produce
/// slightly different hashes for the same photo, so hashes do not identify photos.
public struct ThumbHash: Hashable, Sendable {
    /// The hash, 5 to 25 bytes.
    public let bytes: Data

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless their number matches the header.
    public init?(bytes: Data) {
        guard let layout = ThumbHashLayout(reading: bytes), bytes.count == layout.byteCount else {
            return nil
        }
        self.bytes = Data(bytes)
    }
}

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

extension ThumbHash {
    /// The approximate width of the picture divided by its height.
    public var aspectRatio: Double { layout?.aspectRatio ?? 1 }

    /// Decodes the hash to a raster with 32 pixels on its longer side.
    ///
    /// The method computes up to 1,024 pixels from dozens of waves each, so call it once, and scale
    /// the result up smoothly.
    public func raster() -> Raster { raster(side: 32) }

    /// Decodes the hash to a raster with the given number of pixels on its longer side.
    func raster(side: Double) -> Raster {
        guard let layout else { return Raster(1, 1, [255, 255, 255, 255]) }
        let ratio = layout.aspectRatio
        let width = max(1, Int((ratio > 1 ? side : side * ratio).rounded()))
        let height = max(1, Int((ratio > 1 ? side / ratio : side).rounded()))
        let channels = channels(layout)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = (
                    (Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height)
                )
                pixels += Self.pixel(channels.map { $0.value(x: x, y: y) })
            }
        }
        return Raster(width, height, pixels)
    }

    /// The layout in the header, which is never `nil` for the bytes that the initializers accept.
    private var layout: ThumbHashLayout? { ThumbHashLayout(reading: bytes) }

    /// Returns the channels: lightness, yellow-blue, red-green and, if present, alpha.
    private func channels(_ layout: ThumbHashLayout) -> [Wave] {
        let bytes = bytes.map { Int($0) }
        let first = bytes[0] | bytes[1] << 8 | bytes[2] << 16
        let second = bytes[3] | bytes[4] << 8
        let part = { (number: Int, shift: Int, most: Double) in
            Double(number >> shift & Int(most)) / most
        }
        var levels = bytes.dropFirst(layout.hasAlpha ? 6 : 5).flatMap { [$0 & 15, $0 >> 4] }[...]
        let wave = { (constant: Double, scale: Double, waves: ThumbHashWaves) in
            let heights = levels.prefix(waves.count).map { (Double($0) / 7.5 - 1) * scale }
            levels = levels.dropFirst(waves.count)
            return Wave(constant: constant, parts: Array(zip(waves.frequencies, heights)))
        }
        // Colours are amplified by a quarter, because quantization makes them pale.
        var channels = [
            wave(part(first, 0, 63), part(first, 18, 31), layout.lightness),
            wave(2 * part(first, 6, 63) - 1, part(second, 3, 63) * 1.25, layout.colour),
            wave(2 * part(first, 12, 63) - 1, part(second, 9, 63) * 1.25, layout.colour),
        ]
        if layout.hasAlpha {
            channels.append(wave(part(bytes[5], 0, 15), part(bytes[5], 4, 15), layout.alpha))
        }
        return channels
    }

    /// Converts lightness and colour differences to red, green, blue and alpha.
    private static func pixel(_ values: [Double]) -> [UInt8] {
        let (lightness, yellowBlue, redGreen) = (values[0], values[1], values[2])
        let blue = lightness - 2 / 3 * yellowBlue
        let red = (3 * lightness - blue + redGreen) / 2
        return [red, red - redGreen, blue, values.count > 3 ? values[3] : 1]
            .map { UInt8(min(max($0, 0), 1) * 255 + 0.5) }
    }
}

/// A channel as a sum of waves.
private struct Wave {
    /// The average of the channel.
    let constant: Double
    /// The waves: their frequencies in half periods per side of the picture, and their amplitudes.
    let parts: [((across: Int, down: Int), Double)]

    /// Returns the channel's value at a point of the unit square.
    func value(x: Double, y: Double) -> Double {
        parts.reduce(constant) { sum, part in
            let (frequency, height) = part
            return sum + 2 * height * cos(.pi * Double(frequency.across) * x)
                * cos(.pi * Double(frequency.down) * y)
        }
    }
}
