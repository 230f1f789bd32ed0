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
