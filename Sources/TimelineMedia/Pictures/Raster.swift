/// The pixels of a picture.
///
/// ```swift
/// let small = try Picture(reading: jpeg).raster.scaled(.square(64))
/// ```
///
/// The pixels are upright, because decoders apply the orientation of the file. Comparing two
/// rasters compares every pixel.
public struct Raster: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The pixels row by row from the top left: red, green, blue and alpha, 8 bits each, not
    /// premultiplied.
    public let pixels: [UInt8]

    /// Creates a raster from its pixels.
    ///
    /// Returns `nil` unless `pixels` has `4 * width * height` bytes and at least 4.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, pixels.count == 4 * width * height else { return nil }
        self.init(width, height, pixels)
    }

    /// Creates a raster from pixels whose number is known to match the size.
    init(_ width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the raster with its transparent parts drawn on white.
    public func onWhite() -> Raster {
        guard !isOpaque else { return self }
        var pixels = pixels
        for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] != 255 {
            let alpha = Int(pixels[start + 3])
            for place in start..<start + 3 {
                pixels[place] = UInt8(
                    (Int(pixels[place]) * alpha + 255 * (255 - alpha) + 127) / 255
                )
            }
            pixels[start + 3] = 255
        }
        return Raster(width, height, pixels)
    }

    /// Whether no pixel is transparent.
    ///
    /// A plain loop, because iterating over a stride is slow without optimization.
    private var isOpaque: Bool {
        pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return true }
            var alpha = 3
            while alpha < pixels.count, start[alpha] == 255 { alpha += 4 }
            return alpha >= pixels.count
        }
    }

    /// Returns a part of the raster.
    ///
    /// The part must lie within the raster.
    func cropped(left: Int, top: Int, width: Int, height: Int) -> Raster {
        guard width != self.width || height != self.height else { return self }
        var part: [UInt8] = []
        part.reserveCapacity(4 * width * height)
        for row in top..<top + height {
            let start = 4 * (row * self.width + left)
            part += pixels[start..<start + 4 * width]
        }
        return Raster(width, height, part)
    }
}
