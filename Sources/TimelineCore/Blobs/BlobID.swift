public import Foundation
import Crypto

/// The SHA-256 (FIPS 180-4) of some bytes, which names them.
public struct BlobID: Hashable, Sendable {
    /// The 32 bytes of the digest.
    public let bytes: Data

    /// The number of bytes of a digest.
    public static let byteCount = 32

    /// Hashes `content`.
    public init(of content: Data) {
        bytes = Data(SHA256.hash(data: content))
    }

    /// Takes a digest's 32 bytes, or returns `nil` when they are not 32.
    public init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

extension BlobID: LosslessStringConvertible {
    /// Reads 64 hexadecimal digits, or returns `nil`.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 * Self.byteCount, digits.count == text.utf8.count else {
            return nil
        }
        bytes = Data(
            stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        )
    }

    /// The digest as 64 hexadecimal digits, lower case.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

extension BlobID: Comparable {
    /// Whether the bytes of `left` come before those of `right`.
    public static func < (left: BlobID, right: BlobID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BlobID: Codable {
    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = BlobID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(text) is not a SHA-256"
            )
        }
        self = id
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
