package import Foundation
import PictureFiles

/// The pixels of a picture.
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
    package func onWhite() -> Raster {
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

extension Raster {
    /// Returns the raster turned upright.
    ///
    /// The stored pixels are read with two strides, one for a step to the right and one for a step
    /// down, so one loop serves all eight orientations.
    func oriented(_ orientation: Orientation) -> Raster {
        guard orientation != .upright else { return self }
        let size = orientation.swapsSides ? (height, width) : (width, height)
        let (origin, right, down) = steps(orientation)
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<size.1 {
                for column in 0..<size.0 {
                    let start = 4 * (origin + row * down + column * right)
                    turned.append(contentsOf: pixels[start..<start + 4])
                }
            }
        }
        return Raster(size.0, size.1, turned)
    }

    /// Returns the index of the stored pixel that becomes the top left, and the distances to its
    /// right and lower neighbours.
    private func steps(_ orientation: Orientation) -> (origin: Int, right: Int, down: Int) {
        let last = width * height - 1
        return switch orientation {
        case .upright: (0, 1, width)
        case .mirrored: (width - 1, -1, width)
        case .turned180: (last, -1, -width)
        case .flipped: (last + 1 - width, 1, -width)
        case .transposed: (0, width, 1)
        case .turnedClockwise: (last + 1 - width, -width, 1)
        case .transversed: (last, -width, -1)
        case .turnedCounterclockwise: (width - 1, width, -1)
        }
    }
}

/// A decoded picture, which consists of upright pixels and their colour profile.
///
/// ```swift
/// let picture = try Picture(reading: jpeg, fit: .within(640))
/// show(picture.raster.width, picture.raster.height)
/// ```
///
/// A picture takes four bytes of memory per pixel, which is 1 GB for the largest accepted picture.
/// Pass the size that you need to `init(reading:fit:)`, which decodes to that size.
package struct Picture: Hashable, Sendable {
    /// The upright pixels.
    package let raster: Raster
    /// The ICC profile of the pixels, at most 1 MiB, or `nil` for sRGB.
    ///
    /// Profiles for other colour models, such as that of a CMYK picture converted to RGB, are
    /// omitted.
    package let colourProfile: Data?

    /// The maximum size of a colour profile in bytes.
    static let profileLimit = 1 << 20

    /// Creates a picture from its parts.
    package init(raster: Raster, colourProfile: Data? = nil) {
        self.raster = raster
        self.colourProfile = colourProfile
    }
}

/// A requested size for a picture, which may be scaled down but is never enlarged.
///
/// Sides are in pixels and must be above 0. A picture that is smaller than the requested size is
/// not scaled, and its square is as wide as its shorter side.
package enum PictureFit: Hashable, Sendable {
    /// The original size.
    case whole
    /// The whole picture, scaled down to fit into a square with this side in pixels.
    case within(Int)
    /// The whole picture, scaled down to fit into a square with this side in pixels unless that
    /// makes it unreadable; see `PixelSize.readable(within:)`.
    case readable(Int)
    /// The square in the middle, scaled down to this side in pixels.
    case square(Int)
}

/// A plan for cropping and scaling a picture: the part of the source to use, and the size of the
/// target.
///
/// Decoders produce pixels only for that part and at the size of the target, so a square thumbnail
/// of a panorama takes memory for the thumbnail only. The target is never larger than the part, and
/// both contain at least one pixel.
struct Sampling: Hashable {
    /// The size of the stored picture.
    let source: PixelSize
    /// The distance of the part from the left edge of the source.
    let left: Int
    /// The distance of the part from the top edge of the source.
    let top: Int
    /// The size of the part, whose sides are equal for squares.
    let part: PixelSize
    /// The size of the result.
    let target: PixelSize

    /// Creates the plan that applies `fit` to a picture with the size `source`, which must not be
    /// empty.
    ///
    /// - Parameters:
    ///   - source: The size of the stored picture.
    ///   - fit: The requested size. The orientation makes no difference, because the same rules
    ///     apply to both sides.
    init(_ source: PixelSize, fit: PictureFit) {
        self.source = source
        let (short, long) = (min(source.width, source.height), max(source.width, source.height))
        let isSquare = if case .square = fit { true } else { false }
        let most = isSquare ? short : long
        part = PixelSize(width: min(source.width, most), height: min(source.height, most))
        left = (source.width - part.width) / 2
        top = (source.height - part.height) / 2
        target =
            switch fit {
            case .whole: part
            case .within(let side): part.scaled(from: long, to: side)
            case .readable(let side): part.readable(within: side)
            case .square(let side): part.scaled(from: short, to: side)
            }
    }

    /// Creates a plan for the same picture at a different size, such as after a decoder has scaled
    /// it down.
    ///
    /// - Parameters:
    ///   - plan: The plan for the original size.
    ///   - source: The size that the decoder has produced, at least as large as the target.
    init(_ plan: Sampling, of source: PixelSize) {
        self.source = source
        target = plan.target
        let scaled = { (length: Int, small: Int, whole: Int) in
            Int((Double(length) * Double(small) / Double(whole)).rounded())
        }
        left = scaled(plan.left, source.width, plan.source.width)
        top = scaled(plan.top, source.height, plan.source.height)
        part = PixelSize(
            width: max(
                1,
                min(source.width - left, scaled(plan.part.width, source.width, plan.source.width))
            ),
            height: max(
                1,
                min(
                    source.height - top,
                    scaled(plan.part.height, source.height, plan.source.height)
                )
            )
        )
    }
}

extension PixelSize {
    /// Returns the size scaled down so that a side of the length `long` becomes `side`.
    ///
    /// No side becomes 0.
    func scaled(from long: Int, to side: Int) -> PixelSize {
        guard side < long else { return self }
        let scaled = { (length: Int) in
            max(1, Int((Double(length) * Double(max(1, side)) / Double(long)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
