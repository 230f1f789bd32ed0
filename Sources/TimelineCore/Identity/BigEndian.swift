extension IteratorProtocol<UInt8> {
    /// Reads the next `count` bytes as a big-endian number.
    ///
    /// If fewer bytes remain, the number consists of those.
    mutating func bigEndian(_ count: Int = 8) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<count {
            guard let byte = next() else { break }
            number = number << 8 | UInt64(byte)
        }
        return number
    }
}

extension Array<UInt8> {
    /// Appends the lowest `count` bytes of a number, the most significant byte first.
    mutating func append(bigEndian number: UInt64, count: Int = 8) {
        var shift = UInt64(8 * count)
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number &>> shift))
        }
    }
}
