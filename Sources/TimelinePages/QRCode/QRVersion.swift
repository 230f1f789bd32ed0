/// One of the 40 sizes of QR codes, with error correction level M (ISO/IEC 18004:2015).
struct QRVersion: Hashable {
    /// The number of the version, from 1 to 40.
    let number: Int

    /// The number of error correction codewords in each block (table 9).
    private static let correctionCounts = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28,
        28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    /// The number of blocks (table 9).
    private static let blockCounts = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23,
        25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]

    /// Selects the smallest version that holds a number of bytes, or returns `nil` if none does.
    init?(holding byteCount: Int) {
        guard
            let version = (1...40).map(QRVersion.init(number:))
                .first(where: { version in
                    byteCount <= version.byteCapacity
                })
        else { return nil }
        self = version
    }

    private init(number: Int) {
        self.number = number
    }

    /// The number of modules on each side.
    var size: Int { 17 + 4 * number }

    /// The number of error correction codewords in each block.
    var correctionCount: Int { Self.correctionCounts[number - 1] }

    /// The number of blocks into which the data is split.
    var blockCount: Int { Self.blockCounts[number - 1] }

    /// The number of data codewords.
    var dataCount: Int { moduleCount / 8 - blockCount * correctionCount }

    /// The number of bits of the field with the number of bytes.
    var lengthBits: Int { number < 10 ? 8 : 16 }

    /// The maximum number of bytes.
    private var byteCapacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

    /// The number of alignment patterns in each row of them.
    private var alignmentCount: Int { number == 1 ? 0 : number / 7 + 2 }

    /// The number of modules available for codewords.
    private var moduleCount: Int {
        let finders = 3 * 64
        let timing = 2 * (size - 16)
        let format = 31
        let count = alignmentCount
        // Three corners have no alignment pattern, and those on a timing pattern share five modules
        // with it.
        let alignment = count == 0 ? 0 : 25 * (count * count - 3) - 10 * (count - 2)
        return size * size - finders - timing - format - alignment - (number < 7 ? 0 : 36)
    }

    /// The rows, and columns, with the centers of alignment patterns (annex E).
    var alignmentCenters: [Int] {
        let intervals = alignmentCount - 1
        guard intervals > 0 else { return [] }
        let distance = (size - 13 + intervals - 1) / intervals
        // The step is even. Version 32 deviates from the formula.
        let step = number == 32 ? 26 : (distance + 1) / 2 * 2
        return [6] + (0..<intervals).reversed().map { size - 7 - $0 * step }
    }
}
