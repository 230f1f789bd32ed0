/// A picture as pixels: the decoded truth that renditions are made of.
public struct Raster: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The pixels row by row from the top left: red, green, blue and alpha, 8 bits each, alpha not multiplied in.
    public let pixels: [UInt8]

    /// Makes a raster of its pixels; `nil` when they are not `4 * width * height` bytes.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, pixels.count == 4 * width * height else { return nil }
        self.init(width, height, pixels)
    }

    /// Makes a raster of pixels that are known to be as many as the size asks for.
    init(_ width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The raster with its transparent parts laid on white.
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

    private var isOpaque: Bool {
        pixels.withUnsafeBufferPointer { pixels in
            stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        }
    }

    /// The part of the raster from (`left`, `top`); it must lie within the raster.
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
