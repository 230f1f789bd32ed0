import Foundation

/// The entropy-coded data of a scan of a sequential frame with Huffman coding (ITU-T T.81, F.2.2),
/// read only to find where the pixels end.
///
/// Some cameras write no EOI, or other data before it, such as Samsung's for panoramas. Only the
/// codes of all blocks then show whether all pixels are there, and which bytes follow them. No
/// pixels are computed. The time is linear in the number of bytes, since each block takes at least
/// two bits.
struct JPEGCodedScan {
    /// A component of the scan: the number of its blocks in each MCU, and its tables.
    private struct Component {
        let blockCount: Int
        let direct: JPEGCodeTable
        let alternating: JPEGCodeTable
    }

    private let components: [Component]
    /// The number of MCUs, the groups of blocks between which restart markers may stand.
    private let groupCount: Int
    /// The number of MCUs between two restart markers, or 0 if there are none.
    private let restartInterval: Int
    /// The range of the coded data, which ends at the next marker that is no restart marker.
    private let range: Range<Int>

    /// Reads the header of a scan, and the tables before it.
    ///
    /// Returns `nil` if a table is missing or invalid.
    ///
    /// - Parameters:
    ///   - scan: The segment of the scan.
    ///   - segments: The segments before it.
    ///   - frame: The frame, which must be regular and sequential.
    init?(
        _ scan: JPEGFile.Segment,
        after segments: some Sequence<JPEGFile.Segment>,
        frame: JPEGFrame
    ) {
        let header = [UInt8](scan.content)
        guard let count = header.first.map({ Int($0) }), count > 0, header.count == 2 * count + 4
        else { return nil }
        var tables: [UInt8: JPEGCodeTable.Definition] = [:]
        var interval = 0
        for segment in segments {
            if segment.marker == 0xC4 {
                JPEGCodeTable.read(segment.content) { tables[$0] = $1 }
            } else if segment.marker == 0xDD, segment.content.count >= 2 {
                interval = segment.content.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            }
        }
        components = stride(from: 1, to: 2 * count, by: 2)
            .compactMap { index in
                guard let component = frame.components.first(where: { $0.id == header[index] }),
                    let direct = tables[header[index + 1] >> 4],
                    let alternating = tables[0x10 | header[index + 1] & 15]
                else { return nil }
                return Component(
                    blockCount: count == 1 ? 1 : component.across * component.down,
                    direct: JPEGCodeTable(direct),
                    alternating: JPEGCodeTable(alternating)
                )
            }
        guard components.count == count else { return nil }
        let only = frame.components.first { count == 1 && $0.id == header[1] }
        groupCount = only.map(frame.blockCount(of:)) ?? frame.groupCount
        restartInterval = interval
        range = scan.content.endIndex..<scan.range.upperBound
    }

    /// Returns the index after the last byte of the pixels, or `nil` if pixels are missing or a code
    /// is invalid.
    func end(in file: Data) -> Int? {
        file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var reader = JPEGBitReader(bytes, range)
            for group in 0..<groupCount {
                if restartInterval > 0, group > 0, group.isMultiple(of: restartInterval) {
                    guard reader.skipRestartMarker() else { return nil }
                }
                for component in components {
                    for _ in 0..<component.blockCount {
                        guard reader.skipBlock(component.direct, component.alternating) else {
                            return nil
                        }
                    }
                }
            }
            return reader.end
        }
    }
}

/// A Huffman table (B.2.4.2).
///
/// Codes of one length are consecutive numbers, and shorter codes come first (C.2).
private struct JPEGCodeTable {
    /// The definition of a table: the number of codes of each length, and their symbols.
    typealias Definition = (counts: [UInt8], symbols: [UInt8])

    /// For each length from 1 to 16, the lowest number of 16 bits that starts with a longer code.
    private var ends: [Int] = []
    /// For each length, the index of the symbol of the code 0, if such a code had this length.
    private var offsets: [Int] = []
    private let symbols: [UInt8]

    /// Calls `body` with the class and number of each table in a segment, and its definition.
    static func read(_ segment: Data, _ body: (UInt8, Definition) -> Void) {
        var rest = [UInt8](segment)[...]
        while let id = rest.popFirst(), rest.count >= 16 {
            let counts = Array(rest.prefix(16))
            rest = rest.dropFirst(16)
            let count = counts.reduce(0) { $0 + Int($1) }
            guard rest.count >= count else { return }
            body(id, (counts, Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
    }

    /// Assigns the codes to the symbols.
    init(_ definition: Definition) {
        symbols = definition.symbols
        var (code, index) = (0, 0)
        for (place, count) in definition.counts.enumerated() {
            offsets.append(index - code)
            code += Int(count)
            index += Int(count)
            ends.append(code << (15 - place))
            code <<= 1
        }
    }

    /// Returns the length of the code at the start of 16 bits, and its symbol, or `nil` if no code
    /// matches.
    func code(at bits: Int) -> (length: Int, symbol: Int)? {
        var place = 0
        while place < 16 {
            if bits < ends[place] {
                let index = bits >> (15 - place) + offsets[place]
                guard symbols.indices.contains(index) else { return nil }
                return (place + 1, Int(symbols[index]))
            }
            place += 1
        }
        return nil
    }
}

/// Reads the bits of entropy-coded data, in which a zero byte follows each byte FF (F.1.2.3).
private struct JPEGBitReader {
    private let bytes: UnsafeRawBufferPointer
    private let limit: Int
    /// The index of the next byte to add to `bits`.
    private var position: Int
    /// The bits that have been read, of which the lowest `count` are not used yet.
    private var bits: UInt64 = 0
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        limit = range.upperBound
    }

    /// The index after the last byte with a used bit.
    var end: Int {
        var end = position
        for _ in 0..<count / 8 { end -= bytes[end - 1] == 0 && bytes[end - 2] == 0xFF ? 2 : 1 }
        return end
    }

    /// Adds bytes, up to a marker or the end.
    private mutating func fill() {
        while count <= 48, position < limit {
            let byte = bytes[position]
            if byte == 0xFF {
                guard position + 1 < limit, bytes[position + 1] == 0 else { return }
                position += 1
            }
            position += 1
            bits = bits << 8 | UInt64(byte)
            count += 8
        }
    }

    /// Skips bits, and returns whether they exist.
    private mutating func skip(_ length: Int) -> Bool {
        if count < length { fill() }
        guard count >= length else { return false }
        count -= length
        return true
    }

    /// Reads a symbol, or returns `nil` if there is none.
    private mutating func symbol(_ table: JPEGCodeTable) -> Int? {
        if count < 16 { fill() }
        let next = count >= 16 ? bits >> UInt64(count - 16) : bits << UInt64(16 - count)
        guard let code = table.code(at: Int(next & 0xFFFF)), skip(code.length) else { return nil }
        return code.symbol
    }

    /// Skips the codes of a block, and returns whether they are complete.
    mutating func skipBlock(_ direct: JPEGCodeTable, _ alternating: JPEGCodeTable) -> Bool {
        guard let length = symbol(direct), length <= 16, skip(length) else { return false }
        var index = 1
        while index < 64 {
            guard let symbol = symbol(alternating) else { return false }
            let (zeros, length) = (symbol >> 4, symbol & 15)
            if length == 0 {
                guard zeros == 15 else { return true }
                index += 16
            } else {
                guard skip(length) else { return false }
                index += zeros + 1
            }
        }
        return true
    }

    /// Skips the rest of a byte and a restart marker, and returns whether there is one.
    mutating func skipRestartMarker() -> Bool {
        count = 0
        guard position + 1 < limit, bytes[position] == 0xFF,
            (0xD0...0xD7).contains(bytes[position + 1])
        else { return false }
        position += 2
        return true
    }
}
