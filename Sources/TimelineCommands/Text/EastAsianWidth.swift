extension Unicode.Scalar {
    /// Whether terminals give the scalar two columns because its script is written in squares.
    var isEastAsianWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }
}

/// Scalars whose East_Asian_Width is Wide or Fullwidth.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18D08, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
