import PictureFiles

/// Scales pixels down: each pixel of the target is the average of the area that it covers.
///
/// Takes the source row by row in any order and stores only the target. Colours are weighted by
/// their alpha, so that transparent pixels do not tint the edges.
///
/// ## How it works
/// A source pixel covers at most two target cells in each direction, since pictures are never
/// enlarged. Its share of each is computed once per column and once per row. A row of the source is
/// first summed into one line of the target's width, and the line is then added to one or two rows
/// of the target, so a pixel costs two multiplications and additions of four channels, whatever the
/// scale.
///
/// Memory is 16 bytes for each pixel of the target, and 12 for each row and column of the source.
/// Rows may arrive in the order of an interlaced file, and in parts, as from libpng's passes; each
/// pixel must arrive once. Where source and target have the same size, pixels are copied exactly.
struct AreaAverage {
    /// The part of the source, and the size of the target.
    private let plan: Sampling
    /// The shares of the columns of the part; empty if nothing is scaled.
    private let columns: [Share]
    /// The shares of the rows of the part; empty if nothing is scaled.
    private let rows: [Share]
    /// The target so far: colours multiplied by alpha, and alpha.
    private var sums: [SIMD4<Float>]
    /// One row of the source, summed into the columns of the target.
    private var line: [SIMD4<Float>]
    /// The target, where it is as large as the source.
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
        // One more cell, for the second share of the last pixel, which is 0.
        line = Array(repeating: .zero, count: isSmaller ? plan.target.width + 1 : 0)
        sums = Array(repeating: .zero, count: isSmaller ? plan.target.area : 0)
        copied = Array(repeating: 0, count: isSmaller ? 0 : 4 * plan.target.area)
    }

    /// Divides the length of `source` pixels among `target` cells; the weights of each cell add up
    /// to 1.
    private static func shares(of source: Int, to target: Int) -> [Share] {
        let scale = Double(target) / Double(source)
        return (0..<source)
            .map { place in
                // Integers, so that no rounding moves a pixel beyond the last cell.
                let cell = place * target / source
                let first = min(scale, Double(cell + 1) - Double(place) * scale)
                return Share(
                    cell: Int32(cell),
                    first: Float(first),
                    second: Float(max(0, scale - first))
                )
            }
    }

    /// Adds `count` pixels of the row `top`: those at `left`, `left + step` and so on.
    ///
    /// Pixels outside the part are ignored.
    ///
    /// - Parameters:
    ///   - top: the row in the source.
    ///   - left: the column of the first pixel.
    ///   - step: the distance between two pixels in columns.
    ///   - count: the number of pixels.
    ///   - pixels: red, green, blue and alpha of each, 8 bits, not premultiplied.
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

    /// Copies pixels to a target of the same size.
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
    private mutating func gather(
        left: Int,
        step: Int,
        count: Int,
        _ pixels: UnsafePointer<UInt8>
    ) {
        let (offset, width) = (plan.left, plan.part.width)
        line.withUnsafeMutableBufferPointer { line in
            line.update(repeating: .zero)
            columns.withUnsafeBufferPointer { columns in
                for index in 0..<count {
                    let column = left + index * step - offset
                    guard column >= 0, column < width else { continue }
                    let share = columns[column]
                    let colour = Self.weighted(pixels + 4 * index)
                    let cell = Int(share.cell)
                    line[cell] += colour * share.first
                    line[cell + 1] += colour * share.second
                }
            }
        }
    }

    /// Multiplies a colour by its alpha.
    ///
    /// Works channel by channel: conversions of vectors are not specialized, and ten times slower.
    @inline(__always)
    private static func weighted(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Float> {
        let alpha = Float(pixel[3])
        var colour = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 255)
        if pixel[3] != 255 { colour *= alpha / 255 }
        return colour
    }

    /// Adds the line to a row of the target.
    private mutating func spread(to row: Int, _ weight: Float) {
        let width = plan.target.width
        line.withUnsafeBufferPointer { line in
            sums.withUnsafeMutableBufferPointer { sums in
                for column in 0..<width { sums[row * width + column] += line[column] * weight }
            }
        }
    }

    /// Returns the target after all rows have been added.
    func raster() -> Raster {
        let size = plan.target
        guard copied.isEmpty else { return Raster(size.width, size.height, copied) }
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { pixels, count in
            for (index, sum) in sums.enumerated() {
                let colour = Self.plain(sum)
                for channel in 0..<4 { pixels[4 * index + channel] = colour[channel] }
            }
            count = 4 * size.area
        }
        return Raster(size.width, size.height, pixels)
    }

    /// Divides a colour by its alpha.
    @inline(__always)
    private static func plain(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
        guard sum.w > 0 else { return .zero }
        let colour = sum.w < 254.5 ? sum * (255 / sum.w) : sum
        return SIMD4(level(colour.x), level(colour.y), level(colour.z), level(sum.w))
    }

    /// Rounds a level to 8 bits.
    @inline(__always)
    private static func level(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
}

extension Raster {
    /// Returns the raster scaled by a plan for its size.
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

    /// Returns the raster scaled down to `fit`; never enlarges it.
    ///
    /// The average is taken in the stored values, without regard to their gamma.
    ///
    /// - Parameter fit: the wanted size, in pixels above 0.
    /// - Returns: the scaled raster; the same one where nothing changes.
    public func scaled(_ fit: PictureFit) -> Raster {
        sampled(Sampling(PixelSize(width: width, height: height), fit))
    }
}
