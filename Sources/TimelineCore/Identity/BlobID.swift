public import Foundation
import TimelineCrypto

/// The ID of a blob: the SHA-256 digest (FIPS 180-4) of its bytes.
///
/// ```swift
/// let id = BlobID(of: jpeg)
/// id.description  // 64 hexadecimal digits
/// ```
public struct BlobID: ByteValue {
    private let storage: Bytes32

    /// The number of bytes in a digest.
    public static let byteCount = Bytes32.byteCount

    /// A closure that is called whenever bytes are hashed, so that tests can count the calls.
    @TaskLocal package static var onHash: (@Sendable () -> Void)?

    /// Creates the ID of `content` by hashing it.
    public init(of content: Data) {
        self.init(SHA256.hash(content))
    }

    /// Creates the ID of bytes that are read in parts.
    ///
    /// - Parameter next: Returns the next part, or empty data at the end.
    /// - Throws: Any error thrown by `next`.
    package init<Failure>(hashing next: () throws(Failure) -> Data) throws(Failure) {
        var hash = SHA256()
        while true {
            let part = try next()
            guard !part.isEmpty else { break }
            hash.update(part)
        }
        self.init(hash.finalize())
    }

    package init(words: (UInt64, UInt64, UInt64, UInt64)) {
        storage = Bytes32(words: words)
    }

    /// Creates an ID from a digest that has already been computed.
    init(_ digest: SHA256Digest) {
        Self.onHash?()
        storage = digest.withUnsafeBytes { Bytes32(buffer: $0) }
    }

    /// Creates an ID from the 32 bytes of a digest, or returns `nil` for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// Creates an ID from the 32 bytes of a digest, or returns `nil` for any other number of bytes.
    package init?(buffer: UnsafeRawBufferPointer) {
        guard buffer.count == Self.byteCount else { return nil }
        storage = Bytes32(buffer: buffer)
    }

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the left digest sorts before the right digest in a byte-by-byte comparison.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }

    /// Passes the 32 bytes of the digest to `body`, in a buffer that is valid only during the call.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let words = storage.words
        let ordered = (
            words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
        )
        return Swift.withUnsafeBytes(of: ordered, body)
    }
}

extension BlobID: LosslessStringConvertible {
    /// Creates an ID from 64 hexadecimal digits in either case, or returns `nil` for any other
    /// text.
    public init?(_ text: String) {
        guard text.utf8.count == 2 * Self.byteCount else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in text.utf8.enumerated() {
            guard let value = Self.value(ofDigit: digit) else { return nil }
            words[index / 16] = words[index / 16] << 4 | value
        }
        self.init(words: (words[0], words[1], words[2], words[3]))
    }

    /// Returns the value of an ASCII hexadecimal digit in either case, or `nil` for any other byte.
    private static func value(ofDigit digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Returns the ASCII code of the lowercase hexadecimal digit for a value below 16.
    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// The digest as 64 lowercase hexadecimal digits.
    public var description: String {
        withUnsafeBytes { bytes in
            String(unsafeUninitializedCapacity: 2 * Self.byteCount) { text in
                for (index, byte) in bytes.enumerated() {
                    text[2 * index] = Self.digit(byte >> 4)
                    text[2 * index + 1] = Self.digit(byte & 15)
                }
                return 2 * Self.byteCount
            }
        }
    }
}

extension BlobID: Codable {
    /// Decodes an ID from 64 hexadecimal digits.
    ///
    /// - Throws: `DecodingError` for any other value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = BlobID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: Self.undecodable(text)
            )
        }
        self = id
    }

    /// Encodes the ID as 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
