import PictureFiles

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
