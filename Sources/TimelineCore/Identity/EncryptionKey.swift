/// A device's public X25519 key, which encrypts sessions.
///
/// Records carry the key but do not use it.
public struct EncryptionKey: ByteValue {
    /// The length of every key: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    /// Creates a key from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// Creates a key from its bytes as four big-endian numbers.
    public init(words: (UInt64, UInt64, UInt64, UInt64)) {
        storage = Bytes32(words: words)
    }

    /// The 32 bytes of the key.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}
