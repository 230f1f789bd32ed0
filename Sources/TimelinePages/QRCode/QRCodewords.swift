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
