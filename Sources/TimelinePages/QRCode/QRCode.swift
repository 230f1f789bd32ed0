/// A QR code (ISO/IEC 18004:2015) with error correction level M, which tolerates damage to 15% of
/// its area.
///
/// It uses only the byte mode, because links are case-sensitive, and the smallest possible version.
struct QRCode: Hashable {
    /// The modules, without the margin of ``margin`` light modules that readers need.
    let modules: QRModules

    /// The width of the light margin, in modules.
    static let margin = 4

    /// Encodes text in UTF-8.
    ///
    /// Returns `nil` if it has more than 2,331 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion(holding: bytes.count) else { return nil }
        var modules = QRModules(version)
        modules.write(QRCodewords(bytes, version: version))
        let candidates = QRMask.allCases.map { modules.masked($0) }
        guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self.modules = best
    }

    /// The width of the code with its margin, in modules.
    var width: Int { modules.size + 2 * Self.margin }

    /// The outline of the dark modules as an SVG path, with one rectangle for each run in a row.
    var path: String {
        var path = ""
        for row in 0..<modules.size {
            var column = 0
            while column < modules.size {
                let start = column
                while column < modules.size, modules[row, column] { column += 1 }
                let length = column - start
                if length > 0 {
                    path += "M\(start + Self.margin) \(row + Self.margin)h\(length)v1h-\(length)z"
                } else {
                    column += 1
                }
            }
        }
        return path
    }
}

extension HTML {
    /// Writes a QR code as an SVG picture with a label for assistive technology.
    mutating func qrCode(_ code: QRCode, label: String) {
        element(
            "svg",
            .class("qr"),
            Attribute("viewBox", text: "0 0 \(code.width) \(code.width)"),
            Attribute("role", "img"),
            .label(label)
        ) { html in
            html.element("path", Attribute("d", text: code.path), content: { _ in })
        }
    }
}

/// The codewords of a QR code: the data and error correction codewords, in the order in which they
/// are drawn.
struct QRCodewords {
    /// The codewords.
    let bytes: [UInt8]

    /// Encodes bytes, which must fit into the given version.
    init(_ content: [UInt8], version: QRVersion) {
        let data = Self.data(content, version: version)
        let shortCount = data.count / version.blockCount
        let longBlocks = data.count % version.blockCount
        var blocks: [ArraySlice<UInt8>] = []
        var rest = data[...]
        for index in 0..<version.blockCount {
            let isLong = index >= version.blockCount - longBlocks
            let block = rest.prefix(shortCount + (isLong ? 1 : 0))
            rest = rest.dropFirst(block.count)
            blocks.append(block)
        }
        let corrections = blocks.map { block in
            ReedSolomon.correction(of: block, count: version.correctionCount)[...]
        }
        bytes = Self.interleaved(blocks) + Self.interleaved(corrections)
    }

    /// Returns the data: the mode, the length, the bytes and padding (section 7.4).
    private static func data(_ content: [UInt8], version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, count: Int, to bits: inout [Bool]) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, count: 4, to: &bits)
        append(content.count, count: version.lengthBits, to: &bits)
        for byte in content { append(Int(byte), count: 8, to: &bits) }
        let end = min(bits.count + 4, version.dataCount * 8)
        append(0, count: (end + 7) / 8 * 8 - bits.count, to: &bits)
        var data = stride(from: 0, to: bits.count, by: 8)
            .map { start in
                bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
        var padding: UInt8 = 0xEC
        while data.count < version.dataCount {
            data.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        return data
    }

    /// Returns the first codeword of each block, then the second one, and so on.
    private static func interleaved(_ blocks: [ArraySlice<UInt8>]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest)
            .flatMap { index in
                blocks.filter { index < $0.count }.map { $0[$0.startIndex + index] }
            }
    }
}

/// Reed-Solomon codes over GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
enum ReedSolomon {
    /// Returns the error correction codewords of a block.
    ///
    /// - Parameters:
    ///   - data: The codewords of the block.
    ///   - count: The number of error correction codewords.
    /// - Returns: The remainder of the data divided by the generator polynomial.
    static func correction(of data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        let generator = generator(degree: count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in remainder.indices {
                remainder[index] ^= product(generator[index], factor)
            }
        }
        return remainder
    }

    /// Returns the coefficients of (x - 1)(x - 2)(x - 4)…, without the first one, which is 1.
    private static func generator(degree: Int) -> [UInt8] {
        var coefficients: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            let shifted = coefficients + [0]
            let scaled = [0] + coefficients.map { product($0, root) }
            coefficients = zip(shifted, scaled).map { $0 ^ $1 }
            root = product(root, 2)
        }
        return Array(coefficients.dropFirst())
    }

    /// Returns the product of two elements of GF(256).
    static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var (sum, factor) = (UInt8(0), first)
        for bit in 0..<8 {
            if second >> bit & 1 == 1 { sum ^= factor }
            factor = factor << 1 ^ (factor & 0x80 == 0 ? 0 : 0x1D)
        }
        return sum
    }
}

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
