/// A value with a fixed number of bytes, such as an ID.
///
/// Values are ordered by their first differing byte.
public protocol ByteValue: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The length of every value, in bytes.
    static var byteCount: Int { get }

    /// Creates a value from its bytes.
    ///
    /// Returns `nil` unless there are exactly ``byteCount`` bytes.
    init?(bytes: some Collection<UInt8>)

    /// The bytes of the value.
    var bytes: [UInt8] { get }
}

extension ByteValue {
    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Reads a value from two lowercase hexadecimal digits for each byte.
    ///
    /// Returns `nil` for any other text.
    package init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2)
            .compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
        self.init(bytes: bytes)
        guard self.bytes.hexadecimal == text else { return nil }
    }

    /// The bytes in hexadecimal, two lowercase digits each.
    public var description: String { bytes.hexadecimal }
}

extension Sequence<UInt8> {
    /// The bytes in hexadecimal, two lowercase digits each.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
