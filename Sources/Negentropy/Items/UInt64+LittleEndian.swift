extension UInt64 {
    /// Creates an integer from up to 8 little-endian bytes that start at `offset`.
    ///
    /// Missing bytes are zero.
    init(littleEndianBytesOf bytes: ArraySlice<UInt8>, at offset: Int) {
        let start = bytes.startIndex + offset
        var index = Swift.min(start + 8, bytes.endIndex)
        self = 0
        while index > start {
            index -= 1
            self = self &<< 8 | UInt64(bytes[index])
        }
    }
}

extension Array<UInt8> {
    /// Appends the 8 bytes of an integer, the least significant byte first.
    mutating func append(littleEndian number: UInt64) {
        var rest = number
        for _ in 0..<8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest &>>= 8
        }
    }
}
