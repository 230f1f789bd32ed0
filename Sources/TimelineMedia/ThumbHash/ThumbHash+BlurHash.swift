import Foundation

extension ThumbHash {
    /// Returns the same blurred version as a BlurHash of 28 characters.
    ///
    /// It has four waves on the longer side and three on the shorter (Wolt, "BlurHash algorithm").
    ///
    /// Transparent parts are drawn on white, because a BlurHash has no alpha.
    package func blurHash() -> String {
        // More pixels than twice the waves add nothing.
        let raster = raster(side: 8).onWhite()
        let (across, down) = raster.width >= raster.height ? (4, 3) : (3, 4)
        let colours = stride(from: 0, to: raster.pixels.count, by: 4)
            .map { start in
                SIMD3<Double>(
                    Self.linear(raster.pixels[start]),
                    Self.linear(raster.pixels[start + 1]),
                    Self.linear(raster.pixels[start + 2])
                )
            }
        var waves: [SIMD3<Double>] = []
        for wave in 0..<across * down {
            let (x, y) = (wave % across, wave / across)
            var sum = SIMD3<Double>.zero
            for row in 0..<raster.height {
                let height = Self.cosine(y, row, of: raster.height)
                for column in 0..<raster.width {
                    let factor = height * Self.cosine(x, column, of: raster.width)
                    sum += colours[row * raster.width + column] * factor
                }
            }
            waves.append(sum * ((wave == 0 ? 1 : 2) / Double(colours.count)))
        }
        return Self.text(of: waves, across: across, down: down)
    }

    private static func cosine(_ frequency: Int, _ index: Int, of count: Int) -> Double {
        cos(.pi * Double(frequency) * (Double(index) + 0.5) / Double(count))
    }

    /// Encodes the numbers of waves, the largest amplitude, the average, and the waves.
    private static func text(of waves: [SIMD3<Double>], across: Int, down: Int) -> String {
        let (average, others) = (waves[0], waves.dropFirst())
        let largest = others.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        let level = min(max(Int(largest * 166 - 0.5), 0), 82)
        let scale = Double(level + 1) / 166
        var text = digits(across - 1 + (down - 1) * 9, count: 1) + digits(level, count: 1)
        text += digits(
            encoded(average.x) << 16 | encoded(average.y) << 8 | encoded(average.z),
            count: 4
        )
        for wave in others {
            let (red, green, blue) = (
                step(wave.x / scale), step(wave.y / scale), step(wave.z / scale)
            )
            text += digits(red * 361 + green * 19 + blue, count: 2)
        }
        return text
    }

    /// Quantizes an amplitude from -1 to 1 to 19 steps, which are finer near 0.
    private static func step(_ value: Double) -> Int {
        let root = value.magnitude.squareRoot()
        return min(max(Int((value < 0 ? -root : root) * 9 + 9.5), 0), 18)
    }

    /// Converts sRGB to linear light (IEC 61966-2-1).
    private static func linear(_ byte: UInt8) -> Double {
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Converts linear light to sRGB.
    private static func encoded(_ light: Double) -> Int {
        let value = min(max(light, 0), 1)
        let curve = value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        return Int(curve * 255 + 0.5)
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
    )

    private static func digits(_ number: Int, count: Int) -> String {
        var (number, text) = (number, "")
        for _ in 0..<count {
            text.insert(alphabet[number % 83], at: text.startIndex)
            number /= 83
        }
        return text
    }
}
