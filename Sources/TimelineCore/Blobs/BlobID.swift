public import Foundation
import Crypto

/// The SHA-256 (FIPS 180-4) of some bytes, which names them.
public struct BlobID: Hashable, Sendable {
    /// The digest as four big-endian numbers: a page of posts has one for each photo, and these allocate nothing.
    private let first, second, third, fourth: UInt64

    /// The number of bytes of a digest.
    public static let byteCount = 32

    /// Hashes `content`.
    public init(of content: Data) {
        (first, second, third, fourth) = SHA256.hash(data: content).withUnsafeBytes(Self.words(of:))
    }

    /// Takes a digest's 32 bytes, or returns `nil` when they are not 32.
    public init?(bytes: Data) {
        guard let id = bytes.withUnsafeBytes(BlobID.init(buffer:)) else { return nil }
        self = id
    }

    /// Takes a digest's 32 bytes, or returns `nil` when they are not 32.
    package init?(buffer: UnsafeRawBufferPointer) {
        guard buffer.count == Self.byteCount else { return nil }
        (first, second, third, fourth) = Self.words(of: buffer)
    }

    private static func words(
        of digest: UnsafeRawBufferPointer
    ) -> (UInt64, UInt64, UInt64, UInt64) {
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        return (word(0), word(1), word(2), word(3))
    }

    /// The 32 bytes of the digest.
    public var bytes: Data { withUnsafeBytes { Data($0) } }

    /// Hands the 32 bytes to `body`, which must not keep their address.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let ordered = (
            first.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian
        )
        return Swift.withUnsafeBytes(of: ordered, body)
    }
}

extension BlobID: LosslessStringConvertible {
    /// Reads 64 hexadecimal digits, or returns `nil`.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 * Self.byteCount, digits.count == text.utf8.count else {
            return nil
        }
        let bytes = stride(from: 0, to: digits.count, by: 2)
            .map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        (first, second, third, fourth) = bytes.withUnsafeBytes(Self.words(of:))
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
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
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
