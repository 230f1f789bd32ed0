import PictureFiles

/// Scales pixels down by averaging the area that each pixel of the target covers.
///
/// The rows of the source may arrive in any order, and only the target is stored. Colours are
/// weighted by their alpha, so that transparent pixels do not tint the edges.
///
/// ## How it works
/// A source pixel covers at most two target cells in each direction, since pictures are never
/// enlarged. Its share of each cell is computed once per column and once per row. A row of the
/// source is first summed into a line as wide as the target. The line is then added to one or two
/// rows of the target. A pixel therefore costs two multiplications and additions of four channels,
/// whatever the scale.
///
/// The average takes 16 bytes for each pixel of the target, and 12 for each row and column of the
/// source. Rows may arrive in the order of an interlaced file and in parts, such as those of
/// libpng's passes, but each pixel must arrive exactly once. If source and target have the same
/// size, the pixels are copied unchanged.
struct AreaAverage {
    /// The plan, which states the part of the source and the size of the target.
    private let plan: Sampling
    /// The shares of the columns, or empty if nothing is scaled.
    private let columns: [Share]
    /// The shares of the rows, or empty if nothing is scaled.
    private let rows: [Share]
    /// Four sums per pixel of the target: the three colours multiplied by alpha, and alpha.
    private var sums: [Float]
    /// One row of the source, summed into the columns of the target with four floats per column.
    private var line: [Float]
    /// The pixels of the target if it is as large as the source.
    private var copied: [UInt8]

    /// The first of the two target cells that a source pixel covers, and the weights of both.
    private struct Share {
        let cell: Int32
        let first: Float
        let second: Float
    }

    /// Creates an empty target, in which pixels that never arrive stay transparent.
    init(_ plan: Sampling) {
        self.plan = plan
        let isSmaller = plan.target != plan.part
        columns = isSmaller ? Self.shares(of: plan.part.width, to: plan.target.width) : []
        rows = isSmaller ? Self.shares(of: plan.part.height, to: plan.target.height) : []
        // One more cell is needed for the second share of the last pixel, which is 0.
        line = Array(repeating: 0, count: isSmaller ? 4 * (plan.target.width + 1) : 0)
        sums = Array(repeating: 0, count: isSmaller ? 4 * plan.target.area : 0)
        copied = Array(repeating: 0, count: isSmaller ? 0 : 4 * plan.target.area)
    }

    /// Divides `source` pixels among `target` cells so that the weights of each cell add up to 1.
    private static func shares(of source: Int, to target: Int) -> [Share] {
        let scale = Double(target) / Double(source)
        return (0..<source)
            .map { place in
                // The calculation uses integers, so that no rounding moves a pixel beyond the last
                // cell.
                let cell = place * target / source
                let first = min(scale, Double(cell + 1) - Double(place) * scale)
                return Share(
                    cell: Int32(cell),
                    first: Float(first),
                    second: Float(max(0, scale - first))
                )
            }
    }

    /// Adds `count` pixels of one row, at the columns `left`, `left + step` and so on.
    ///
    /// Pixels outside the part are ignored.
    ///
    /// - Parameters:
    ///   - top: The row in the source.
    ///   - left: The column of the first pixel.
    ///   - step: The distance between two pixels in columns.
    ///   - count: The number of pixels.
    ///   - pixels: Red, green, blue and alpha of each pixel, 8 bits each, not premultiplied.
    mutating func add(
        row top: Int,
        left: Int = 0,
        step: Int = 1,
        count: Int,
        _ pixels: UnsafePointer<UInt8>
    ) {
        let row = top - plan.top
        guard row >= 0, row < plan.part.height else { return }
        guard copied.isEmpty else {
            return copy(row: row, left: left, step: step, count: count, pixels)
        }
        let share = rows[row]
        gather(left: left, step: step, count: count, pixels)
        spread(to: Int(share.cell), share.first)
        if share.second > 0, share.cell + 1 < plan.target.height {
            spread(to: Int(share.cell) + 1, share.second)
        }
    }

    /// Copies pixels into a target of the same size.
    private mutating func copy(
        row: Int,
        left: Int,
        step: Int,
        count: Int,
        _ pixels: UnsafePointer<UInt8>
    ) {
        for index in 0..<count {
            let column = left + index * step - plan.left
            guard column >= 0, column < plan.part.width else { continue }
            let start = 4 * (row * plan.part.width + column)
            for channel in 0..<4 { copied[start + channel] = pixels[4 * index + channel] }
        }
    }

    /// Sums the pixels of a row into the cells of one line.
    ///
    /// Colours are multiplied by their alpha, channel by channel in a plain loop. Without
    /// optimization, operations on vectors and ranges are generic calls, which made creating a
    /// preview several times slower in a debug build.
    private mutating func gather(
        left: Int,
        step: Int,
        count: Int,
        _ pixels: UnsafePointer<UInt8>
    ) {
        let width = plan.part.width
        line.withUnsafeMutableBufferPointer { line in
            line.update(repeating: 0)
            guard let line = line.baseAddress else { return }
            columns.withUnsafeBufferPointer { columns in
                guard let columns = columns.baseAddress else { return }
                var column = left - plan.left
                var pixel = pixels
                let end = pixels + 4 * count
                while pixel < end {
                    if column >= 0, column < width {
                        let share = columns[column]
                        let alpha = pixel[3]
                        let weight = alpha == 255 ? 1 : Float(alpha) / 255
                        let red = Float(pixel[0]) * weight
                        let green = Float(pixel[1]) * weight
                        let blue = Float(pixel[2]) * weight
                        let opacity = 255 * weight
                        let cell = line + 4 * Int(share.cell)
                        cell[0] += red * share.first
                        cell[1] += green * share.first
                        cell[2] += blue * share.first
                        cell[3] += opacity * share.first
                        if share.second > 0 {
                            cell[4] += red * share.second
                            cell[5] += green * share.second
                            cell[6] += blue * share.second
                            cell[7] += opacity * share.second
                        }
                    }
                    column += step
                    pixel += 4
                }
            }
        }
    }

    /// Adds the line to a row of the target.
    private mutating func spread(to row: Int, _ weight: Float) {
        let count = 4 * plan.target.width
        line.withUnsafeBufferPointer { line in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let line = line.baseAddress, let start = sums.baseAddress else { return }
                let cells = start + row * count
                var index = 0
                while index < count {
                    cells[index] += line[index] * weight
                    index += 1
                }
            }
        }
    }

    /// Returns the target after all rows have been added.
    func raster() -> Raster {
        let size = plan.target
        guard copied.isEmpty else { return Raster(size.width, size.height, copied) }
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { pixels, count in
            count = 4 * size.area
            guard let pixels = pixels.baseAddress else { return }
            sums.withUnsafeBufferPointer { sums in
                guard let sums = sums.baseAddress else { return }
                var index = 0
                while index < count {
                    Self.setPlain(sums + index, pixels + index)
                    index += 4
                }
            }
        }
        return Raster(size.width, size.height, pixels)
    }

    /// Divides a colour by its alpha and writes the pixel.
    @inline(__always)
    private static func setPlain(_ sum: UnsafePointer<Float>, _ pixel: UnsafeMutablePointer<UInt8>)
    {
        let alpha = sum[3]
        let scale: Float = alpha <= 0 ? 0 : alpha < 254.5 ? 255 / alpha : 1
        pixel[0] = level(sum[0] * scale)
        pixel[1] = level(sum[1] * scale)
        pixel[2] = level(sum[2] * scale)
        pixel[3] = level(alpha)
    }

    /// Rounds the value of a channel to 8 bits.
    ///
    /// Comparisons, because `min` and `max` are generic calls without optimization.
    @inline(__always)
    private static func level(_ value: Float) -> UInt8 {
        value <= 0 ? 0 : value >= 255 ? 255 : UInt8(value + 0.5)
    }
}

extension Raster {
    /// Returns the part that a plan selects, scaled to the plan's target.
    ///
    /// The plan's source must have the size of this raster.
    func sampled(_ plan: Sampling) -> Raster {
        guard plan.target != plan.part else {
            return cropped(
                left: plan.left,
                top: plan.top,
                width: plan.part.width,
                height: plan.part.height
            )
        }
        var average = AreaAverage(plan)
        pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<height { average.add(row: row, count: width, start + 4 * width * row) }
        }
        return average.raster()
    }

    /// Returns the raster scaled down to `fit`, but never enlarged.
    ///
    /// The stored values are averaged without regard to their gamma.
    ///
    /// - Parameter fit: The requested size, in pixels above 0.
    /// - Returns: The scaled raster, or this raster if nothing changes.
    package func scaled(_ fit: PictureFit) -> Raster {
        sampled(Sampling(PixelSize(width: width, height: height), fit: fit))
    }
}
