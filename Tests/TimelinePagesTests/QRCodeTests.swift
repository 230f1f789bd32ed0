import Testing

@testable import TimelinePages

@Suite("QR codes")
struct QRCodeTests {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:/"
    )

    private static func text(_ count: Int) -> String {
        String((0..<count).map { letters[($0 * 7 + $0 / 60) % letters.count] })
    }

    @Test(
        "A reader of our own finds the text in codes of many sizes",
        arguments: [1, 14, 15, 26, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 412, 700, 1300]
            + [2331]
    )
    func sizes(count: Int) throws {
        let text = Self.text(count)
        let code = try #require(QRCode(text))
        #expect(try QRReader(code.modules).text() == text)
    }

    @Test("The largest code holds 2,331 bytes")
    func largest() {
        #expect(QRCode(Self.text(2331))?.modules.size == 177)
        #expect(QRCode(Self.text(2332)) == nil)
        #expect(QRCode("")?.modules.size == 21)
    }

    @Test("A text uses the smallest version (ISO/IEC 18004, table 7)")
    func versions() {
        let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412]
        for (index, capacity) in capacities.enumerated() {
            #expect(QRCode(Self.text(capacity))?.modules.size == 21 + 4 * index)
            #expect(QRCode(Self.text(capacity + 1))?.modules.size == 25 + 4 * index)
        }
    }

    @Test("Other characters than ASCII are encoded in UTF-8")
    func unicode() throws {
        let code = try #require(QRCode("Två ☀️ ☀️"))
        #expect(try QRReader(code.modules).text() == "Två ☀️ ☀️")
    }

    @Test("The picture contains each dark module once, inside a margin of four modules")
    func picture() throws {
        let code = try #require(QRCode("timeline"))
        var drawn: Set<[Int]> = []
        let pattern = #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#
        for match in code.path.matches(of: pattern) {
            let (x, y) = (try #require(Int(match.1)), try #require(Int(match.2)))
            let length = try #require(Int(match.3))
            #expect(match.3 == match.4)
            for column in x..<x + length { #expect(drawn.insert([y - 4, column - 4]).inserted) }
        }
        let size = code.modules.size
        for row in 0..<size {
            for column in 0..<size {
                #expect(drawn.contains([row, column]) == code.modules[row, column])
            }
        }
        #expect(drawn.count == drawn.count { $0.allSatisfy { 0..<size ~= $0 } })
        #expect(code.width == size + 8)
    }
}

/// Decodes QR codes of level M, checking everything that a reader can check.
///
/// It shares no code with the encoder. The numbers of blocks are from ISO/IEC 18004, table 9.
private struct QRReader {
    private let modules: QRModules
    private let size: Int
    private let version: Int

    private static let blocks = [
        (1, 10), (1, 16), (1, 26), (2, 18), (2, 24), (4, 16), (4, 18), (4, 22), (5, 22), (5, 26),
        (5, 30), (8, 22), (9, 22), (9, 24), (10, 24), (10, 28), (11, 28), (13, 26), (14, 26),
        (16, 26), (17, 26), (17, 28), (18, 28), (20, 28), (21, 28), (23, 28), (25, 28), (26, 28),
        (28, 28), (29, 28), (31, 28), (33, 28), (35, 28), (37, 28), (38, 28), (40, 28), (43, 28),
        (45, 28), (47, 28), (49, 28),
    ]
    /// The masks for level M by their format information (table C.1).
    private static let formats = [
        0b101_0100_0001_0010: 0, 0b101_0001_0010_0101: 1, 0b101_1110_0111_1100: 2,
        0b101_1011_0100_1011: 3, 0b100_0101_1111_1001: 4, 0b100_0000_1100_1110: 5,
        0b100_1111_1001_0111: 6, 0b100_1010_1010_0000: 7,
    ]

    init(_ modules: QRModules) {
        self.modules = modules
        size = modules.size
        version = (size - 17) / 4
    }

    func text() throws -> String {
        let mask = try #require(Self.formats[format])
        #expect(format == secondFormat)
        var codewords: [UInt8] = []
        var bits = 0
        for (row, column) in path where !isPattern(row, column) {
            let isDark = modules[row, column] != inverts(mask, row, column)
            if bits % 8 == 0 { codewords.append(0) }
            codewords[codewords.count - 1] = codewords[codewords.count - 1] << 1 | (isDark ? 1 : 0)
            bits += 1
        }
        codewords.removeLast(bits % 8 == 0 ? 0 : 1)
        return String(decoding: try content(of: codewords), as: UTF8.self)
    }

    /// Separates the blocks, checks them, and reads the bytes.
    private func content(of codewords: [UInt8]) throws -> [UInt8] {
        let (count, correction) = Self.blocks[version - 1]
        let total = codewords.count - count * correction
        let (short, longCount) = (total / count, total % count)
        var blocks = [[UInt8]](repeating: [], count: count)
        var rest = codewords[...]
        for index in 0...short {
            for block in 0..<count where index < short || block >= count - longCount {
                blocks[block].append(rest.popFirst() ?? 0)
            }
        }
        let data = blocks.flatMap(\.self)
        for _ in 0..<correction {
            for block in 0..<count { blocks[block].append(rest.popFirst() ?? 0) }
        }
        #expect(rest.isEmpty && codewords.count == total + count * correction)
        for block in blocks { #expect(Self.isCorrect(block, correction)) }
        #expect(data[0] >> 4 == 4)
        let shifted = zip(data, data.dropFirst()).map { $0 << 4 | $1 >> 4 }
        let lengthBytes = version < 10 ? 1 : 2
        let length = shifted.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
        return Array(shifted.dropFirst(lengthBytes).prefix(length))
    }

    /// Returns whether a block is divisible by x - 2^0, x - 2^1, and so on.
    private static func isCorrect(_ block: [UInt8], _ correction: Int) -> Bool {
        var powers: [Int] = [1]
        while powers.count < 255 {
            let next = (powers.last ?? 1) << 1
            powers.append(next > 255 ? next ^ 0x11D : next)
        }
        let logarithms = Dictionary(uniqueKeysWithValues: powers.enumerated().map { ($1, $0) })
        return (0..<correction)
            .allSatisfy { root in
                var value = 0
                for byte in block {
                    if let logarithm = logarithms[value] {
                        value = powers[(logarithm + root) % 255]
                    }
                    value ^= Int(byte)
                }
                return value == 0
            }
    }

    // MARK: Modules

    private var format: Int {
        let places =
            (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)]
            + (0..<6).reversed().map { ($0, 8) }
        return places.reduce(0) { $0 << 1 | (modules[$1.0, $1.1] ? 1 : 0) }
    }

    private var secondFormat: Int {
        let places =
            (1...7).map { (size - $0, 8) } + (0..<8).reversed().map { (8, size - 1 - $0) }
        return places.reduce(0) { $0 << 1 | (modules[$1.0, $1.1] ? 1 : 0) }
    }

    private var path: [(Int, Int)] {
        var path: [(Int, Int)] = []
        var (column, isUpward) = (size - 1, true)
        while column > 0 {
            if column == 6 { column -= 1 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                path += [(row, column), (row, column - 1)]
            }
            isUpward.toggle()
            column -= 2
        }
        return path
    }

    private func isPattern(_ row: Int, _ column: Int) -> Bool {
        let (last, low) = (size - 1, 8)
        if row <= low, column <= low || column > last - low { return true }
        if row > last - low, column <= low { return true }
        if row == 6 || column == 6 { return true }
        if version >= 7, row < 6 && column > last - 11 || column < 6 && row > last - 11 {
            return true
        }
        return centers.contains { y in
            centers.contains { x in
                let corners = [(6, 6), (6, size - 7), (size - 7, 6)]
                return abs(row - y) < 3 && abs(column - x) < 3
                    && !corners.contains { $0 == (y, x) }
            }
        }
    }

    /// The centers of alignment patterns, as listed in annex E.
    private var centers: [Int] {
        let steps = [
            0, 12, 16, 20, 24, 28, 16, 18, 20, 22, 24, 26, 28, 20, 22, 24, 24, 26, 28, 28, 22, 24,
            24, 26, 26, 28, 28, 24, 24, 26, 26, 26, 28, 28, 24, 26, 26, 26, 28, 28,
        ]
        guard version > 1 else { return [] }
        return [6] + stride(from: size - 7, to: 10, by: -steps[version - 1])
    }

    private func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 6 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
