/// A 120-bit identifier whose order is the order in time: 48 bits of milliseconds, 72 random bits.
///
/// Its text has 20 characters (8 for the time, 12 random) of an alphabet in ASCII order, so that
/// texts sort as the identifiers do. In memory it is two integers; comparing allocates nothing.
/// The layout is Firebase's push ID.
public struct PushID: Hashable, Sendable {
    /// The time in the upper 48 bits, the first 16 random bits below.
    package let high: UInt64
    /// The other 56 random bits.
    package let low: UInt64

    static let lowMask: UInt64 = (1 << 56) - 1
    static let timeMask: UInt64 = (1 << 48) - 1

    /// The number of bytes of the binary form.
    public static let byteCount = 15

    /// The identifier below all others.
    public static let min = PushID(high: 0, low: 0)

    /// The identifier above all others.
    public static let max = PushID(high: .max, low: lowMask)

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low & Self.lowMask
    }

    /// Makes the identifier of a time and of 72 random bits.
    ///
    /// - Parameters:
    ///   - milliseconds: milliseconds since 1970; only the lower 48 bits are kept.
    ///   - random: the first 16 and the other 56 random bits.
    public init(milliseconds: UInt64, random: (UInt16, UInt64)) {
        self.init(high: (milliseconds & Self.timeMask) << 16 | UInt64(random.0), low: random.1)
    }

    /// Makes an identifier of its 15 bytes, most significant first.
    ///
    /// - Returns: `nil` when `bytes` are not 15.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let high = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = bytes.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(high: high, low: low)
    }

    /// The 15 bytes, most significant first; their order is the order of the identifiers.
    public var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) }
            + (0..<7).map { UInt8(truncatingIfNeeded: low >> (48 - 8 * $0)) }
    }

    /// The time it was made for, in milliseconds since 1970.
    public var milliseconds: UInt64 { high >> 16 }

    /// The next identifier in order; a full random part carries into the time.
    ///
    /// ``max`` is its own successor.
    public var successor: PushID {
        if low < Self.lowMask { return PushID(high: high, low: low + 1) }
        return high < .max ? PushID(high: high + 1, low: 0) : self
    }
}

extension PushID: Comparable {
    /// Whether `left` was made for an earlier moment than `right`.
    public static func < (left: PushID, right: PushID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
