/// Reads the ranges of a message, one at a time.
///
/// Messages come from strangers. Every length is checked against the rest of the message before
/// memory is allocated, and only the encodings that the specification describes are accepted.
struct MessageReader {
    private let message: [UInt8]
    private var position: Int
    /// The previous bound, which is the lower bound of the next range.
    private var previous = Bound.zero

    /// Creates a reader that starts with the first range, after the version.
    init(rangesOf message: [UInt8]) {
        self.message = message
        position = 1
    }

    /// Returns the version of a message.
    static func version(
        of message: [UInt8],
        limit: Int
    ) throws(NegentropyError) -> UInt8 {
        guard message.count <= limit else { throw .messageTooLong(bytes: message.count) }
        guard let version = message.first else { throw .emptyMessage }
        guard ProtocolVersion.valid.contains(version) else { throw .invalidVersion(version) }
        return version
    }

    /// Returns the next range, or `nil` at the end of the message.
    ///
    /// - Throws: The error that describes the first malformed part of the range.
    mutating func next() throws(NegentropyError) -> MessageRange? {
        guard position < message.count else { return nil }
        let lower = previous
        let bound = try bound()
        let mode = try varint()
        switch MessageRange.Mode(rawValue: mode) {
        case nil: throw .unknownMode(mode)
        case .skip: return MessageRange(bound: bound, content: .skip)
        case .fingerprint:
            let fingerprint = Fingerprint(bytes: try bytes(Fingerprint.byteCount))
            return MessageRange(bound: bound, content: .fingerprint(fingerprint))
        case .ids:
            let ids = try ids()
            guard ids.isEmpty || bound > lower else { throw .idsInEmptyRange }
            return MessageRange(bound: bound, content: .ids(ids))
        }
    }

    /// Reads the rest of the message to find malformed ranges, even if their content is not used.
    ///
    /// - Throws: The error that describes the first malformed range.
    mutating func finish() throws(NegentropyError) {
        while try next() != nil {}
    }

    private mutating func bound() throws(NegentropyError) -> Bound {
        let timestamp = try timestamp()
        let length = try varint()
        guard length <= ItemID.byteCount else { throw .prefixTooLong(bytes: length) }
        guard length == 0 || timestamp < .max else { throw .prefixAtInfinity }
        let bound = Bound(timestamp: timestamp, prefix: try bytes(Int(length)))
        guard bound >= previous else { throw .unorderedBounds }
        previous = bound
        return bound
    }

    /// Reads a timestamp: 0 for infinity, or 1 plus the difference from the previous timestamp.
    private mutating func timestamp() throws(NegentropyError) -> UInt64 {
        let encoded = try varint()
        guard encoded > 0 else { return .max }
        let (timestamp, overflow) = previous.timestamp.addingReportingOverflow(encoded - 1)
        guard !overflow, timestamp < .max else { throw .timestampOverflow }
        return timestamp
    }

    private mutating func ids() throws(NegentropyError) -> [ItemID] {
        let count = try varint()
        guard count <= (message.count - position) / ItemID.byteCount else {
            throw .tooManyIDs(count)
        }
        var ids: [ItemID] = []
        ids.reserveCapacity(Int(count))
        for _ in 0..<count { ids.append(ItemID(zeroPadded: try bytes(ItemID.byteCount))) }
        return ids
    }

    private mutating func varint() throws(NegentropyError) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<Varint.maximumByteCount {
            guard position < message.count else { throw .truncated }
            let byte = message[position]
            position += 1
            let isSuperfluous = index == 0 && byte == 0x80
            guard !isSuperfluous, number >> 57 == 0 else { throw .invalidVarint }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return number }
        }
        throw .invalidVarint
    }

    private mutating func bytes(_ count: Int) throws(NegentropyError) -> ArraySlice<UInt8> {
        guard count <= message.count - position else { throw .truncated }
        defer { position += count }
        return message[position..<position + count]
    }
}

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

/// The version of the protocol, which is the first byte of every message.
enum ProtocolVersion {
    /// The version that this module implements: 1.
    static let current: UInt8 = 0x61
    /// The bytes that are versions of the protocol, including future versions.
    static let valid: ClosedRange<UInt8> = 0x60...0x6F
}

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
