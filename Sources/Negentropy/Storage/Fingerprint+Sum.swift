import TimelineCrypto

extension Fingerprint {
    /// The fingerprint of a range without items.
    static let empty = Fingerprint(sum: UInt256(), count: 0)

    /// Computes a fingerprint: the first 16 bytes of SHA-256(sum, varint of the count).
    ///
    /// The sum is 32 little-endian bytes (protocol specification, "Fingerprint Algorithm").
    ///
    /// - Parameters:
    ///   - sum: The sum of all IDs in the range modulo 2^256.
    ///   - count: The number of IDs in the range.
    init(sum: UInt256, count: Int) {
        var input: [UInt8] = []
        input.reserveCapacity(ItemID.byteCount + Varint.maximumByteCount)
        input.append(ItemID(number: sum))
        input.append(varint: UInt64(count))
        self.init(bytes: SHA256.hash(input).bytes[...])
    }
}
