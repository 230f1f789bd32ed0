/// Writes the ranges of a message in ascending order.
struct MessageWriter {
    /// The bytes written, starting with the version.
    private(set) var message = [ProtocolVersion.current]
    /// The timestamp of the last bound, from which the next timestamp is encoded as a difference.
    private var timestamp: UInt64 = 0

    /// The number of bytes written.
    var byteCount: Int { message.count }

    /// Writes a range without content.
    mutating func skip(to bound: Bound) {
        write(bound, .skip)
    }

    /// Writes a range with a fingerprint.
    mutating func write(_ fingerprint: Fingerprint, to bound: Bound) {
        write(bound, .fingerprint)
        message.append(littleEndian: fingerprint.first)
        message.append(littleEndian: fingerprint.last)
    }

    /// Writes a range with the IDs of the given items.
    mutating func write(idsOf items: ArraySlice<Item>, to bound: Bound) {
        write(bound, .ids)
        message.append(varint: UInt64(items.count))
        for item in items { message.append(item.id) }
    }

    /// Removes the bytes after the first `byteCount` bytes.
    ///
    /// Afterwards, only a range up to infinity may be written, because its encoding does not depend
    /// on the previous timestamp.
    mutating func truncate(to byteCount: Int) {
        message.removeLast(message.count - byteCount)
    }

    private mutating func write(_ bound: Bound, _ mode: MessageRange.Mode) {
        if bound.timestamp == .max {
            message.append(varint: 0)
        } else {
            message.append(varint: bound.timestamp - timestamp + 1)
        }
        timestamp = bound.timestamp
        message.append(varint: UInt64(bound.prefixLength))
        if bound.prefixLength > 0 { message += bound.id.bytes.prefix(bound.prefixLength) }
        message.append(varint: mode.rawValue)
    }
}
