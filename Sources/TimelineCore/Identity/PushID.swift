import Foundation

/// A 120-bit ID that sorts by creation time: 48 bits of milliseconds, then 72 random bits.
///
/// The text form has 20 characters: 8 for the time and 12 for the random bits. Its alphabet is in
/// ASCII order, so text forms sort in the same order as the IDs. In memory, an ID consists of two
/// integers, so comparing two IDs allocates nothing. The layout is the same as in Firebase's push
/// IDs.
///
/// ```swift
/// let id = PushID("-K25Fj8p2ArUMz3awt3T")
/// let date = id.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) }
/// ```
public struct PushID: ByteValue {
    /// The milliseconds in the upper 48 bits, and the first 16 random bits in the lower 16 bits.
    package let high: UInt64
    /// The remaining 56 random bits.
    package let low: UInt64

    static let lowMask: UInt64 = (1 << 56) - 1

    /// The length of the binary form, in bytes.
    public static let byteCount = 15

    /// The latest time, in milliseconds since 1970: 48 bits.
    public static let maximumMilliseconds: UInt64 = (1 << 48) - 1

    /// How far the time of an ID may be ahead of the clock, in milliseconds: five minutes.
    package static let clockTolerance: UInt64 = 300_000

    /// The lowest ID.
    public static let min = PushID(high: 0, low: 0)

    /// The highest ID.
    public static let max = PushID(high: .max, low: lowMask)

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low & Self.lowMask
    }

    /// Creates an ID from a time and the 72 bits that follow it.
    ///
    /// - Parameters:
    ///   - milliseconds: The number of milliseconds since 1970, of which only the lower 48 bits are
    ///     used.
    ///   - bits: The first 16 and the remaining 56 bits.
    public init(milliseconds: UInt64, bits: (UInt16, UInt64)) {
        self.init(high: milliseconds << 16 | UInt64(bits.0), low: bits.1)
    }

    /// Creates an ID from its binary form, most significant byte first.
    ///
    /// - Returns: `nil` unless `bytes` contains exactly ``byteCount`` bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian(7))
    }

    /// The binary form, which has 15 bytes with the most significant byte first.
    ///
    /// Binary forms sort in the same order as the IDs.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low, count: 7)
        return bytes
    }

    /// The creation time, in milliseconds since 1970.
    public var milliseconds: UInt64 { high >> 16 }

    /// Returns whether the ID is at most ``clockTolerance`` ahead of the clock.
    ///
    /// - Parameter now: The current time in milliseconds since 1970.
    /// - Returns: Whether the ID is not from the future.
    package func isAccepted(at now: UInt64) -> Bool {
        milliseconds <= Swift.min(now, Self.maximumMilliseconds) + Self.clockTolerance
    }

    /// The next higher ID.
    ///
    /// The successor of ``max`` is ``max`` itself.
    ///
    /// If all random bits are set, the next ID is one millisecond later.
    package var successor: PushID {
        if low < Self.lowMask { return PushID(high: high, low: low + 1) }
        return high < .max ? PushID(high: high + 1, low: 0) : self
    }

    /// The next lower ID.
    ///
    /// The predecessor of ``min`` is ``min`` itself.
    package var predecessor: PushID {
        if low > 0 { return PushID(high: high, low: low - 1) }
        return high > 0 ? PushID(high: high - 1, low: Self.lowMask) : self
    }

    /// Returns whether `left` sorts before `right`, first by time, then by the random bits.
    public static func < (left: PushID, right: PushID) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension PushID: LosslessStringConvertible {
    /// The length of the text form, in characters.
    package static let textLength = 20

    private static let alphabet = Array(
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8
    )

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }()

    /// Creates an ID from its text form.
    ///
    /// - Returns: `nil` unless `text` consists of exactly 20 characters of the alphabet.
    public init?(_ text: String) {
        guard text.utf8.count == Self.textLength else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for character in text.utf8 {
            guard let value = Self.values[Int(character)] else { return nil }
            high = high << 6 | low >> 50
            low = (low << 6 | UInt64(value)) & Self.lowMask
        }
        self.init(high: high, low: low)
    }

    /// The text form, which has 20 characters from `-0-9A-Z_a-z`.
    public var description: String {
        var high = high
        var low = low
        return String(unsafeUninitializedCapacity: Self.textLength) { characters in
            for index in (0..<Self.textLength).reversed() {
                characters[index] = Self.alphabet[Int(low & 0x3f)]
                low = low >> 6 | (high & 0x3f) << 50
                high >>= 6
            }
            return Self.textLength
        }
    }

    /// Converts the end of an ID's text form to the last bytes of its binary form.
    ///
    /// Four characters encode three bytes. Leading characters that do not form a complete group of
    /// four are ignored.
    ///
    /// - Returns: The bytes, or `nil` if no ID ends with `text`.
    package static func bytes(ofEnding text: String) -> [UInt8]? {
        guard text.utf8.count <= textLength else { return nil }
        let id = PushID(String(repeating: "-", count: textLength - text.utf8.count) + text)
        return id?.bytes.suffix(text.utf8.count / 4 * 3)
    }
}

extension PushID: Codable {
    /// Decodes an ID from its text form.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a push ID.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = PushID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: Self.undecodable(text)
            )
        }
        self = id
    }

    /// Encodes the ID in its text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
