/// How stored pixels have to be turned to be seen upright: the values of EXIF's tag Orientation (0x0112).
///
/// Source: CIPA DC-008 (Exif 3.0), section 4.6.5.1.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    /// Stored as seen.
    case upright = 1
    /// To be mirrored left to right.
    case mirrored = 2
    /// To be turned by 180°.
    case turned180 = 3
    /// To be mirrored top to bottom.
    case flipped = 4
    /// To be mirrored at the diagonal from the top left: rows become columns.
    case transposed = 5
    /// To be turned clockwise by 90°.
    case turnedClockwise = 6
    /// To be mirrored at the diagonal from the top right.
    case transversed = 7
    /// To be turned counterclockwise by 90°.
    case turnedCounterclockwise = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }
}

extension Raster {
    /// The raster turned to be seen upright.
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

    /// Which stored pixel is seen at the top left, and how far it is to those seen right of and below it.
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
