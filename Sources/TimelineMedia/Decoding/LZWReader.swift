import TimelineCore

/// Reads what is coded by GIF's variant of LZW (version 89a, appendix F).
struct LZWReader {
    private static let codeLimit = 4096

    private let codes: [UInt8]
    private var position = 0
    private var bits = 0
    private var bitCount = 0

    /// The code that starts the table anew; the next one ends the pixels.
    private let clear: Int
    private var width: Int
    private var next: Int
    private var former: Int?
    /// What a code's string consists of: another code's, and one byte more.
    private var prefixes = [Int](repeating: 0, count: codeLimit)
    private var suffixes = [UInt8](repeating: 0, count: codeLimit)
    /// A string from its last byte to those that are not given out yet.
    private var pending: [UInt8] = []

    /// Starts to read codes, the first of which have `codeSize` bits and one more.
    init(_ codes: [UInt8], codeSize: Int) throws(PhotoFault) {
        guard (1...8).contains(codeSize) else { throw .undecodable(.gif) }
        self.codes = codes
        clear = 1 << codeSize
        width = codeSize + 1
        next = clear + 2
        for byte in 0..<clear { suffixes[byte] = UInt8(byte) }
    }

    /// The next byte.
    ///
    /// - Throws: `truncated` when there are no more, `undecodable` for a code that has no meaning yet.
    mutating func byte() throws(PhotoFault) -> UInt8 {
        while true {
            if let byte = pending.popLast() { return byte }
            try expand(try code())
        }
    }

    private mutating func code() throws(PhotoFault) -> Int {
        while bitCount < width {
            guard position < codes.count else { throw .truncated(.gif) }
            bits |= Int(codes[position]) << bitCount
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= width
            bitCount -= width
        }
        return bits & (1 << width - 1)
    }

    /// Makes the string of a code pending, and a new code of the former one's string and its first byte.
    private mutating func expand(_ code: Int) throws(PhotoFault) {
        guard code != clear else {
            width = clear.trailingZeroBitCount + 1
            next = clear + 2
            former = nil
            return
        }
        guard code != clear + 1 else { throw .truncated(.gif) }
        guard let former else {
            guard code < clear else { throw .undecodable(.gif) }
            pending.append(suffixes[code])
            self.former = code
            return
        }
        guard code <= next, code < Self.codeLimit else { throw .undecodable(.gif) }
        // A code may stand for what it is just about to mean: the former string and its own first byte.
        if code == next { pending.append(0) }
        let first = append(stringOf: code == next ? former : code)
        if code == next { pending[0] = first }
        add(former, first)
        self.former = code
    }

    /// Appends a code's string, the last byte first; gives the first one.
    private mutating func append(stringOf code: Int) -> UInt8 {
        var code = code
        while code >= clear {
            pending.append(suffixes[code])
            code = prefixes[code]
        }
        pending.append(suffixes[code])
        return suffixes[code]
    }

    private mutating func add(_ former: Int, _ suffix: UInt8) {
        guard next < Self.codeLimit else { return }
        prefixes[next] = former
        suffixes[next] = suffix
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
    }
}
