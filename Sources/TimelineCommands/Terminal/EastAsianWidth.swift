import TimelineCore

extension Unicode.Scalar {
    /// Whether the scalar's East_Asian_Width is Wide or Fullwidth.
    ///
    /// Such a scalar is two columns wide.
    var isEastAsianWide: Bool {
        let index = wideRanges.partitioningIndex { $0.upperBound >= value }
        return index < wideRanges.count && wideRanges[index].contains(value)
    }
}

// The scalars with an East_Asian_Width of Wide or Fullwidth in Unicode 18.0, in ascending order.
//
// The source is EastAsianWidth.txt, as contained in the Python package wcwidth 0.9.4. To limit its
// size, the table omits scalars with the property Emoji_Presentation and merges ranges that are
// separated only by unassigned or zero-width scalars.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x191D2,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F200...0x1F265, 0x1F6D9...0x1F6D9,
    0x1F7DA...0x1F7DA, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
]
