import Foundation

extension ThumbHash {
    /// The approximate width of the picture divided by its height.
    public var aspectRatio: Double { layout?.aspectRatio ?? 1 }

    /// Decodes the hash to a raster with 32 pixels on its longer side.
    ///
    /// The method computes up to 1,024 pixels from dozens of waves each, so call it once, and scale
    /// the result up smoothly.
    public func raster() -> Raster {
        guard let layout else { return Raster(1, 1, [255, 255, 255, 255]) }
        let ratio = layout.aspectRatio
        let width = max(1, Int((ratio > 1 ? 32 : 32 * ratio).rounded()))
        let height = max(1, Int((ratio > 1 ? 32 / ratio : 32).rounded()))
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
