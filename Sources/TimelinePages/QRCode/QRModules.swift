/// The modules of a QR code: function patterns, which readers use to locate the code, and the
/// codewords between them.
struct QRModules: Hashable {
    /// The number of modules on each side.
    let size: Int
    private var dark: [Bool]
    /// Whether each module belongs to a function pattern, and therefore to no codeword.
    private var reserved: [Bool]

    /// Draws all function patterns of a version, with empty format information.
    init(_ version: QRVersion) {
        size = version.size
        dark = Array(repeating: false, count: size * size)
        reserved = dark
        for index in 0..<size {
            draw(index.isMultiple(of: 2), 6, index)
            draw(index.isMultiple(of: 2), index, 6)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        let centers = version.alignmentCenters
        for row in centers {
            for column in centers where !isFinder(row, column, among: centers) {
                drawAlignment(row, column)
            }
        }
        if version.number >= 7 { draw(versionNumber: version.number) }
        draw(format: 0)
    }

    /// Whether the module in a row and column is dark.
    subscript(row: Int, column: Int) -> Bool { dark[row * size + column] }

    /// Writes the codewords from the lower right corner, in columns of two modules (section 7.7.3).
    mutating func write(_ codewords: QRCodewords) {
        var bits = codewords.bytes.lazy.flatMap { byte in (0..<8).map { byte << $0 & 0x80 != 0 } }
            .makeIterator()
        var isUpward = true
        for right in stride(from: size - 1, to: 0, by: -2) {
            // The vertical timing pattern is skipped.
            let column = right > 6 ? right : right - 1
            for index in 0..<size {
                let row = isUpward ? size - 1 - index : index
                for column in [column, column - 1] where !reserved[row * size + column] {
                    dark[row * size + column] = bits.next() ?? false
                }
            }
            isUpward.toggle()
        }
    }

    /// Returns the modules with a mask applied to the codewords, and with format information that
    /// identifies the mask.
    func masked(_ mask: QRMask) -> QRModules {
        var modules = self
        for row in 0..<size {
            for column in 0..<size where !reserved[row * size + column] {
                if mask.inverts(row, column) { modules.dark[row * size + column].toggle() }
            }
        }
        modules.draw(format: mask.rawValue)
        return modules
    }

    // MARK: Patterns

    private mutating func draw(_ isDark: Bool, _ row: Int, _ column: Int) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        dark[row * size + column] = isDark
        reserved[row * size + column] = true
    }

    /// Draws concentric squares, each of a single value.
    private mutating func drawSquares(_ rings: [Bool], _ row: Int, _ column: Int) {
        let radius = rings.count - 1
        for y in -radius...radius {
            for x in -radius...radius { draw(rings[max(abs(x), abs(y))], row + y, column + x) }
        }
    }

    /// Draws a finder pattern with its separator.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        drawSquares([true, true, false, true, false], row, column)
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        drawSquares([true, false, true], row, column)
    }

    /// Returns whether an alignment pattern would cover a finder pattern.
    private func isFinder(_ row: Int, _ column: Int, among centers: [Int]) -> Bool {
        let (first, last) = (6, size - 7)
        return (row, column) == (first, first) || (row, column) == (first, last)
            || (row, column) == (last, first)
    }

    /// Draws both copies of the format information: level M and a mask (section 7.9).
    private mutating func draw(format mask: Int) {
        // The number of level M is 0.
        let bits = Self.withRemainder(mask, bits: 10, generator: 0x537) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            switch index {
            case ..<6: draw(isDark, index, 8)
            case 6, 7: draw(isDark, index + 1, 8)
            case 8: draw(isDark, 8, 7)
            default: draw(isDark, 8, 14 - index)
            }
            if index < 8 {
                draw(isDark, 8, size - 1 - index)
            } else {
                draw(isDark, size - 15 + index, 8)
            }
        }
        draw(true, size - 8, 8)
    }

    /// Draws both copies of the version information (section 7.10).
    private mutating func draw(versionNumber: Int) {
        let bits = Self.withRemainder(versionNumber, bits: 12, generator: 0x1F25)
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            draw(isDark, size - 11 + index % 3, index / 3)
            draw(isDark, index / 3, size - 11 + index % 3)
        }
    }

    /// Returns a value followed by the remainder of its division by a generator polynomial.
    private static func withRemainder(_ value: Int, bits: Int, generator: Int) -> Int {
        var remainder = value << bits
        for bit in (bits..<24).reversed() where remainder >> bit & 1 == 1 {
            remainder ^= generator << (bit - bits)
        }
        return value << bits | remainder
    }
}

/// A mask pattern, which inverts modules to break up areas that would confuse readers (table 10).
enum QRMask: Int, CaseIterable {
    case checkerboard, rows, columns, diagonals, blocks, crosses, waves, rhombi

    /// Returns whether the pattern inverts the module in a row and column.
    func inverts(_ row: Int, _ column: Int) -> Bool {
        let (sum, product) = (row + column, row * column)
        return switch self {
        case .checkerboard: sum % 2 == 0
        case .rows: row % 2 == 0
        case .columns: column % 3 == 0
        case .diagonals: sum % 3 == 0
        case .blocks: (row / 2 + column / 3) % 2 == 0
        case .crosses: product % 2 + product % 3 == 0
        case .waves: (product % 2 + product % 3) % 2 == 0
        case .rhombi: (sum % 2 + product % 3) % 2 == 0
        }
    }
}

extension QRModules {
    /// The penalty score for features that make the code hard to read (section 7.8.3).
    var penalty: Int {
        let lines = (0..<size)
            .flatMap { index in
                [(0..<size).map { self[index, $0] }, (0..<size).map { self[$0, index] }]
            }
        let dark = lines.joined().count { $0 } / 2
        let deviation = abs(dark * 20 - size * size * 10) / (size * size)
        return lines.reduce(0) { $0 + Self.penalty(of: $1) } + squarePenalty + deviation * 10
    }

    /// Returns three points for a run of five equal modules, one for each additional module, and
    /// forty for each finder-like pattern.
    private static func penalty(of line: [Bool]) -> Int {
        var (points, run) = (0, 0)
        for index in line.indices {
            run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
            if run == 5 { points += 3 } else if run > 5 { points += 1 }
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        for pattern in [finder + light, light + finder] {
            points += 40 * line.indices.count { line[$0...].starts(with: pattern) }
        }
        return points
    }

    /// Three points for each 2 × 2 block of equal modules.
    private var squarePenalty: Int {
        var count = 0
        for row in 1..<size {
            for column in 1..<size {
                let value = self[row, column]
                if value == self[row - 1, column], value == self[row, column - 1],
                    value == self[row - 1, column - 1]
                {
                    count += 1
                }
            }
        }
        return 3 * count
    }
}
