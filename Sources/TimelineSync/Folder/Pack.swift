package import TimelineCore
import TimelineCrypto

/// The content of a pack: frames of records, then the SHA-256 of everything before it.
///
/// The hash detects files that a cloud service has copied only in part or has changed.
enum Pack {
    /// The maximum length of a pack to read: 64 MiB, in bytes.
    static let maximumByteCount = 64 << 20
    /// The total length of records at which a new pack is started: 4 MiB, in bytes.
    static let turnover = 4 << 20

    /// Returns a pack that contains records.
    static func encode(_ records: [VerifiedRecord]) -> [UInt8] {
        var turn = OutgoingTurn()
        for record in records { turn.add(record) }
        turn.complete([])
        return turn.bytes + SHA256.hash(turn.bytes).bytes
    }

    /// Returns the encoded records of a pack.
    ///
    /// - Throws: ``SyncError/damagedPack``, or the error that describes the first malformed frame.
    static func decode(_ bytes: [UInt8]) throws(SyncError) -> [[UInt8]] {
        let content = bytes.dropLast(SHA256.byteCount)
        guard bytes.count >= SHA256.byteCount,
            SHA256.hash(content).bytes == Array(bytes.suffix(SHA256.byteCount))
        else { throw .damagedPack }
        var decoder = FrameDecoder()
        decoder.append(content)
        var encodings: [[UInt8]] = []
        while let frame = try decoder.next() {
            guard case .records(let records, _) = try Message(decoding: frame) else {
                throw .unexpectedFrame(type: frame.type.rawValue)
            }
            encodings += records
        }
        try decoder.finish()
        return encodings
    }
}

/// The name of a pack: the device that wrote it, and a number.
package struct PackName: Hashable, Comparable, Sendable {
    /// The number of digits in a file name.
    private static let digitCount = 10
    private static let suffix = ".pack"
    /// The highest number that fits a file name.
    static let maximumNumber: UInt64 = 9_999_999_999

    /// The ID of the device key.
    package let device: KeyID
    /// The sequence number of the pack among those of its device, starting at 1.
    package let number: UInt64

    /// Creates a name.
    package init(device: KeyID, number: UInt64) {
        self.device = device
        self.number = number
    }

    /// Parses the name of a file in the folder of a device.
    ///
    /// Returns `nil` for any other name, such as that of a conflict copy or a temporary file.
    init?(device: KeyID, fileName: String) {
        let digits = fileName.dropLast(Self.suffix.count)
        guard fileName.hasSuffix(Self.suffix), digits.utf8.count == Self.digitCount,
            digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt64(digits), number > 0
        else { return nil }
        self.init(device: device, number: number)
    }

    /// The name of the file in the folder of the device.
    package var fileName: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, Self.digitCount - digits.count)) + digits
            + Self.suffix
    }

    /// Returns whether `left` comes from a device with a lower ID, or is older.
    package static func < (left: Self, right: Self) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}

/// Encrypts the files of a folder that only a user's own devices share.
///
/// A sealed file consists of a random nonce of 12 bytes, the ciphertext, and a tag of 16 bytes
/// (ChaChaPoly). The name of the file is authenticated, so sealed files cannot be swapped.
package struct FolderSeal: Sendable, Redacted {
    /// The length of the key: 32 bytes.
    package static var keyByteCount: Int { ChaChaPoly.keyByteCount }

    /// The number of bytes by which a sealed file is longer than its content.
    static var overhead: Int { ChaChaPoly.nonceByteCount + ChaChaPoly.tagByteCount }

    private let key: [UInt8]

    /// Creates a seal from its key, which pairing distributes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(key: [UInt8]) {
        guard key.count == Self.keyByteCount else { return nil }
        self.key = key
    }

    /// The 32 bytes of the key.
    ///
    /// Store them only sealed or in private tables.
    package var keyBytes: [UInt8] { key }

    /// Encrypts the content of a file.
    ///
    /// - Throws: ``SyncError/damagedPack`` if the crypto library fails.
    func seal(_ bytes: [UInt8], name: String) throws(SyncError) -> [UInt8] {
        guard let box = ChaChaPoly.seal(bytes, key: key, authenticating: Array(name.utf8)) else {
            throw .damagedPack
        }
        return box
    }

    /// Decrypts the content of a file.
    ///
    /// - Throws: ``SyncError/damagedPack`` if the file was changed, renamed or sealed with another
    ///   key.
    func open(_ bytes: [UInt8], name: String) throws(SyncError) -> [UInt8] {
        guard let content = ChaChaPoly.open(bytes, key: key, authenticating: Array(name.utf8))
        else {
            throw .damagedPack
        }
        return content
    }
}
