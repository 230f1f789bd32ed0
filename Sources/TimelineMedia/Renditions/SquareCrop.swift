extension Raster {
    /// The square that shows the most of the raster's detail, as wide as the shorter side.
    ///
    /// Where the detail is spread evenly the square stays in the middle: a square beside it has to hold a
    /// twentieth more for each step of a quarter of the way.
    func square() -> Raster {
        let side = min(width, height)
        guard width != height else { return self }
        let start = Self.bestStart(of: side, in: detail(isWide: width > height))
        return cropped(
            left: width > height ? start : 0,
            top: width > height ? 0 : start,
            width: side,
            height: side
        )
    }

    /// How much the brightness changes in each column of a wide raster, or each row of a high one.
    ///
    /// The root makes many small changes count for more than one hard edge, such as of a horizon.
    private func detail(isWide: Bool) -> [Float] {
        var detail = [Float](repeating: 0, count: isWide ? width : height)
        // Every other pixel tells enough.
        for row in stride(from: 1, to: height, by: 2) {
            for column in stride(from: 1, to: width, by: 2) {
                let here = brightness(column, row)
                let change =
                    abs(here - brightness(column - 1, row))
                    + abs(here - brightness(column, row - 1))
                detail[isWide ? column : row] += Float(change).squareRoot()
            }
        }
        return detail
    }

    /// Brightness by the weights of ITU-R BT.601, 0 to 255.
    private func brightness(_ column: Int, _ row: Int) -> Int {
        let start = 4 * (row * width + column)
        return
            (299 * Int(pixels[start]) + 587 * Int(pixels[start + 1]) + 114 * Int(pixels[start + 2]))
            / 1000
    }

    /// Where the window of this length starts that has the highest sum, the middle preferred.
    static func bestStart(of length: Int, in detail: [Float]) -> Int {
        let last = detail.count - length
        var sum = detail.prefix(length).reduce(0, +)
        var best = (start: 0, score: -Float.infinity)
        for start in 0...max(0, last) {
            if start > 0 { sum += detail[start + length - 1] - detail[start - 1] }
            let away = abs(Float(start) - Float(last) / 2) / Float(max(1, last))
            let score = sum * (1 - 0.2 * away)
            if score > best.score { best = (start, score) }
        }
        return best.start
    }
}
