extension UInt64 {
    /// Creates an integer from up to 8 little-endian bytes that start at `offset`.
    ///
    /// Missing bytes are zero.
    init(littleEndianBytesOf bytes: ArraySlice<UInt8>, at offset: Int) {
        let start = bytes.startIndex + offset
        self = 0
        for index in stride(from: Swift.min(start + 8, bytes.endIndex) - 1, through: start, by: -1)
        {
            self = self << 8 | UInt64(bytes[index])
        }
    }
}

extension Array<UInt8> {
    /// Appends the 8 bytes of an integer, the least significant byte first.
    mutating func append(littleEndian number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
