import TimelineMedia

extension Raster {
    /// Returns a pixel as four numbers.
    func pixel(_ column: Int, _ row: Int) -> [Int] {
        let start = 4 * (row * width + column)
        return pixels[start..<start + 4].map { Int($0) }
    }

    /// Returns the pixel at the given fractions of the width and the height.
    func pixel(at across: Double, _ down: Double) -> [Int] {
        pixel(Int(across * Double(width)), Int(down * Double(height)))
    }
}

/// Returns whether no channel differs by more than `tolerance`.
func isClose(_ left: [Int], _ right: [Int], tolerance: Int) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
}
