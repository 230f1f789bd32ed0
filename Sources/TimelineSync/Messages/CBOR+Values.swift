import TimelineCore

extension CBORReader {
    /// Reads an array of values of fixed length.
    ///
    /// - Throws: `RecordError.malformed` if the array has more than `limit` values.
    mutating func values<Value: ByteValue>(atMost limit: Int) throws(RecordError) -> [Value] {
        let count = try array()
        guard count <= limit else { throw .malformed }
        var values: [Value] = []
        for _ in 0..<count { values.append(try value()) }
        return values
    }

    /// Reads 0 or 1.
    mutating func flag() throws(RecordError) -> Bool {
        switch try unsigned() {
        case 0: return false
        case 1: return true
        default: throw .malformed
        }
    }
}

extension CBORWriter {
    /// Writes an array of values of fixed length.
    mutating func write(values: [some ByteValue]) {
        array(values.count)
        for value in values { write(value) }
    }

    /// Writes 0 or 1, because records and frames contain no Booleans.
    mutating func write(flag: Bool) {
        write(UInt64(flag ? 1 : 0))
    }
}
