package import Foundation
package import PictureFiles

extension ThumbHash {
    /// Hashes a JPEG, PNG, WebP or GIF file, or HEIC if libheif is installed.
    ///
    /// The picture is decoded with at most 100 pixels a side. For JPEG, this takes much less time
    /// and memory than decoding all pixels.
    ///
    /// - Parameter content: The whole file, at most 64 MiB.
    ///
    /// - Throws: `PictureError`, such as `notDrawn` if the file is HEIC and libheif is missing or
    ///   does not support this variant.
    package init(ofFile content: Data) throws(PictureError) {
        try self.init(of: try PictureFile(reading: content), heif: .system)
    }

    /// Hashes a parsed file, using `heif` for HEIC.
    init(of file: PictureFile, heif: @autoclosure () -> HEIFLibrary?) throws(PictureError) {
        self.init(of: try Picture(decoding: file, fit: .within(Self.side), heif: heif()).raster)
    }

    /// Hashes a picture after scaling its longer side down to 100 pixels.
    ///
    /// Transparent parts are drawn on the average colour of the picture, and alpha is hashed along
    /// with the colours.
    ///
    /// - Parameter raster: The upright pixels.
    package init(of raster: Raster) {
        let colours = ThumbHashColours(raster.scaled(.within(Self.side)))
        let layout = ThumbHashLayout(
            width: colours.width,
            height: colours.height,
            hasAlpha: colours.hasAlpha
        )
        let lightness = colours.channel(\.x, waves: layout.lightness)
        let yellowBlue = colours.channel(\.y, waves: layout.colour)
        let redGreen = colours.channel(\.z, waves: layout.colour)
        let alpha = colours.channel(\.w, waves: layout.alpha)
        var bytes = Self.header(
            layout,
            lightness: lightness,
            yellowBlue: yellowBlue,
            redGreen: redGreen
        )
        if layout.hasAlpha {
            bytes.append(Self.level(alpha.constant, of: 15) | Self.level(alpha.scale, of: 15) << 4)
        }
        let waves = [lightness, yellowBlue, redGreen, alpha].flatMap(\.waves)
            .map { Self.level($0, of: 15) }
        for start in stride(from: 0, to: waves.count, by: 2) {
            bytes.append(waves[start] | (start + 1 < waves.count ? waves[start + 1] << 4 : 0))
        }
        self.bytes = Data(bytes)
    }

    /// The length in pixels of the longer side of the scaled picture that is hashed.
    private static let side = 100

    /// Encodes the header, lowest bits first.
    ///
    /// The fields, with their numbers of bits, are: lightness (6), yellow-blue (6), red-green (6),
    /// scale of lightness (5), alpha (1), waves of the short side (3), scale of yellow-blue (6),
    /// scale of red-green (6), landscape (1).
    private static func header(
        _ layout: ThumbHashLayout,
        lightness: ThumbHashChannel,
        yellowBlue: ThumbHashChannel,
        redGreen: ThumbHashChannel
    ) -> [UInt8] {
        let signed = { (value: Double) in Int(level((value + 1) / 2, of: 63)) }
        let first =
            Int(level(lightness.constant, of: 63)) | signed(yellowBlue.constant) << 6
            | signed(redGreen.constant) << 12 | Int(level(lightness.scale, of: 31)) << 18
            | (layout.hasAlpha ? 1 << 23 : 0)
        let second =
            layout.shortWaves | Int(level(yellowBlue.scale, of: 63)) << 3
            | Int(level(redGreen.scale, of: 63)) << 9 | (layout.isLandscape ? 1 << 15 : 0)
        return [first, first >> 8, first >> 16, second, second >> 8]
            .map { UInt8(truncatingIfNeeded: $0) }
    }

    /// Quantizes a value from 0 to 1 to an integer from 0 to `most`.
    private static func level(_ value: Double, of most: Double) -> UInt8 {
        UInt8(min(max(value, 0), 1) * most + 0.5)
    }
}

/// The coefficients of a channel: the constant, and the waves relative to the largest wave, scaled
/// to the range 0 to 1.
struct ThumbHashChannel {
    /// The average of the channel.
    let constant: Double
    /// The largest absolute amplitude of the waves.
    let scale: Double
    /// The amplitude of each wave, where 0.5 represents zero.
    let waves: [Double]
}

/// A picture's pixels as lightness, yellow-blue, red-green and alpha.
///
/// Lightness is the average of red, green and blue; yellow-blue is (red + green) / 2 - blue, and
/// red-green is red - green. All are between -1 and 1.
struct ThumbHashColours {
    /// The width in pixels, at most 100.
    let width: Int
    /// The height in pixels, at most 100.
    let height: Int
    /// Whether any pixel is transparent.
    let hasAlpha: Bool
    /// Lightness, yellow-blue, red-green and alpha of each pixel.
    private let pixels: [SIMD4<Double>]

    /// Converts a raster, drawing its transparent parts on the picture's average colour.
    init(_ raster: Raster) {
        (width, height) = (raster.width, raster.height)
        let colours = stride(from: 0, to: raster.pixels.count, by: 4)
            .map { start in
                let bytes = raster.pixels[start..<start + 4].map { Double($0) / 255 }
                return SIMD4(bytes[0], bytes[1], bytes[2], bytes[3])
            }
        let weight = colours.reduce(0) { $0 + $1.w }
        let sum = colours.reduce(SIMD4<Double>.zero) { $0 + $1 * $1.w }
        let average = weight > 0 ? sum / weight : .zero
        hasAlpha = colours.contains { $0.w < 1 }
        pixels = colours.map { colour in
            let shown = average * (1 - colour.w) + colour * colour.w
            return SIMD4(
                (shown.x + shown.y + shown.z) / 3,
                (shown.x + shown.y) / 2 - shown.z,
                shown.x - shown.y,
                colour.w
            )
        }
    }

    /// Returns the discrete cosine transform of a channel.
    func channel(
        _ channel: KeyPath<SIMD4<Double>, Double>,
        waves: ThumbHashWaves
    ) -> ThumbHashChannel {
        let values = pixels.map { $0[keyPath: channel] }
        let coefficients = waves.frequencies.map {
            coefficient(values, across: $0.across, down: $0.down)
        }
        let scale = coefficients.map(abs).max() ?? 0
        return ThumbHashChannel(
            constant: values.reduce(0, +) / Double(values.count),
            scale: scale,
            waves: coefficients.map { scale > 0 ? 0.5 + 0.5 * $0 / scale : 0.5 }
        )
    }

    /// Returns the amplitude of one wave.
    private func coefficient(_ values: [Double], across: Int, down: Int) -> Double {
        let (right, below) = (cosines(across, count: width), cosines(down, count: height))
        var sum: Double = 0
        for row in 0..<height {
            var line: Double = 0
            for column in 0..<width { line += values[row * width + column] * right[column] }
            sum += line * below[row]
        }
        return sum / Double(values.count)
    }

    /// Returns a wave along a side, sampled at the middle of each pixel.
    private func cosines(_ frequency: Int, count: Int) -> [Double] {
        (0..<count).map { cos(.pi / Double(count) * Double(frequency) * (Double($0) + 0.5)) }
    }
}
