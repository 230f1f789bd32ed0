/// The protocol's variable-length integers: base-128 digits, the most significant digit first.
///
/// The high bit is set in each byte except the last (protocol specification, "Varint").
enum Varint {
    /// The maximum length of a varint in bytes: ten digits of 7 bits contain 64 bits.
    static let maximumByteCount = 10
}

extension Array<UInt8> {
    /// Appends an integer as a varint of as few bytes as possible.
    mutating func append(varint number: UInt64) {
        let digitCount = Swift.max(1, (64 - number.leadingZeroBitCount + 6) / 7)
        for digit in stride(from: digitCount - 1, through: 0, by: -1) {
            let bits = UInt8(truncatingIfNeeded: number >> UInt64(7 * digit)) & 0x7F
            append(digit > 0 ? bits | 0x80 : bits)
        }
    }
}
