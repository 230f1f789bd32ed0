import Foundation

/// The entropy-coded data of a scan of a sequential frame with Huffman coding (ITU-T T.81, F.2.2),
/// read only to find where the pixels end.
///
/// Some cameras write no EOI, or other data before it, such as Samsung's for panoramas. Only the
/// codes of all blocks then show whether all pixels are there, and which bytes follow them. No
/// pixels are computed. The time is linear in the number of bytes, since each block takes at least
/// two bits.
struct JPEGCodedScan {
    /// The tables of a block, as indices into `codes`.
    private typealias Block = (direct: Int, alternating: Int)

    /// The blocks of an MCU.
    private let blocks: [Block]
    /// The tables of the scan, each as made by `JPEGCodeTable`.
    private let codes: [JPEGCodeTable.Code]
    /// The number of MCUs, the groups of blocks between which restart markers may stand.
    private let groupCount: Int
    /// The number of MCUs between two restart markers, or 0 if there are none.
    private let restartInterval: Int
    /// The range of the coded data, which ends at the next marker that is no restart marker.
    private let range: Range<Int>

    /// Reads the header of a scan, and the tables before it.
    ///
    /// Returns `nil` if a table is missing or invalid, or if the data are too short for the blocks.
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
        let only = frame.components.first { count == 1 && $0.id == header[1] }
        groupCount = only.map(frame.blockCount(of:)) ?? frame.groupCount
        restartInterval = interval
        range = scan.content.endIndex..<scan.range.upperBound
        var codes: [JPEGCodeTable.Code] = []
        var blocks: [Block] = []
        var starts: [UInt8: Int] = [:]
        for index in stride(from: 1, to: 2 * count, by: 2) {
            let ids = [header[index + 1] >> 4, 0x10 | header[index + 1] & 15]
            for id in ids where starts[id] == nil {
                guard let table = tables[id] else { return nil }
                starts[id] = codes.count
                codes += JPEGCodeTable.codes(of: table)
            }
            guard let component = frame.components.first(where: { $0.id == header[index] }),
                let direct = starts[ids[0]], let alternating = starts[ids[1]]
            else { return nil }
            let blockCount = count == 1 ? 1 : component.across * component.down
            blocks += repeatElement((direct: direct, alternating: alternating), count: blockCount)
        }
        guard groupCount * blocks.count * 2 <= range.count * 8 else { return nil }
        (self.blocks, self.codes) = (blocks, codes)
    }

    /// Returns the index after the last byte of the pixels, or `nil` if pixels are missing or a code
    /// is invalid.
    func end(in file: Data) -> Int? {
        file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            codes.withUnsafeBufferPointer { codes in
                blocks.withUnsafeBufferPointer { blocks in
                    guard let bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                        let codes = codes.baseAddress
                    else { return nil }
                    return end(JPEGBitReader(bytes, range), codes, blocks)
                }
            }
        }
    }

    private func end(
        _ start: JPEGBitReader,
        _ codes: UnsafePointer<JPEGCodeTable.Code>,
        _ blocks: UnsafeBufferPointer<Block>
    ) -> Int? {
        var reader = start
        var group = 0
        var rest = restartInterval
        // This loop and those that it calls are fast in debug builds as well.
        while group < groupCount {
            if restartInterval > 0 {
                if rest == 0 {
                    guard reader.skipRestartMarker() else { return nil }
                    rest = restartInterval
                }
                rest -= 1
            }
            var index = 0
            while index < blocks.count {
                let block = blocks[index]
                guard reader.skipBlock(codes + block.direct, codes + block.alternating) else {
                    return nil
                }
                index += 1
            }
            group += 1
        }
        return reader.end
    }
}

/// A Huffman table (B.2.4.2).
///
/// Codes of one length are consecutive numbers, and shorter codes come first (C.2).
private enum JPEGCodeTable {
    /// The definition of a table: the number of codes of each length, and their symbols.
    typealias Definition = (counts: [UInt8], symbols: [UInt8])
    /// A code: its length in bits in the upper byte, and its symbol in the lower one, or 0.
    typealias Code = UInt16

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

    /// Returns the code at the start of each number of 16 bits.
    static func codes(of table: Definition) -> [Code] {
        var codes: [Code] = []
        codes.reserveCapacity(1 << 16)
        var symbols = table.symbols[...]
        for (place, count) in table.counts.enumerated() {
            for symbol in symbols.prefix(Int(count)) {
                let code = Code(place + 1) << 8 | Code(symbol)
                let room = min(1 << (15 - place), 1 << 16 - codes.count)
                codes += repeatElement(code, count: room)
            }
            symbols = symbols.dropFirst(Int(count))
        }
        return codes + repeatElement(0, count: 1 << 16 - codes.count)
    }
}

/// Reads the bits of entropy-coded data, in which a zero byte follows each byte FF (F.1.2.3).
private struct JPEGBitReader {
    private let bytes: UnsafePointer<UInt8>
    private let limit: Int
    /// The index of the next byte to add to `bits`.
    private var position: Int
    /// The bits that have been read, of which the lowest `count` are not used yet.
    private var bits = 0
    private var count = 0

    init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>) {
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
            bits = bits &<< 8 | Int(byte)
            count += 8
        }
    }

    /// Skips a code and the bits of the number after it, whose length is the lower half of the
    /// symbol, and returns the symbol, or -1 if there is none.
    private mutating func skipCode(_ codes: UnsafePointer<JPEGCodeTable.Code>) -> Int {
        // A code and a number have at most 31 bits.
        if count < 32 { fill() }
        let next = count >= 16 ? bits &>> (count - 16) : bits &<< (16 - count)
        let code = Int(codes[next & 0xFFFF])
        let length = code &>> 8 + code & 15
        guard code > 0, length <= count else { return -1 }
        count -= length
        return code & 0xFF
    }

    /// Skips the codes of a block, and returns whether they are complete.
    mutating func skipBlock(
        _ direct: UnsafePointer<JPEGCodeTable.Code>,
        _ alternating: UnsafePointer<JPEGCodeTable.Code>
    ) -> Bool {
        // The difference of the first coefficient has at most 15 bits.
        let length = skipCode(direct)
        guard length >= 0, length <= 15 else { return false }
        var index = 1
        while index < 64 {
            let symbol = skipCode(alternating)
            guard symbol >= 0 else { return false }
            let (zeros, length) = (symbol &>> 4, symbol & 15)
            if length == 0 {
                guard zeros == 15 else { return true }
                index += 16
            } else {
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
