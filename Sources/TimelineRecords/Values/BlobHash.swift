/// The SHA-256 of a file, which identifies the file in a blob store.
public struct BlobHash: ByteValue {
    /// The length of every hash: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// Creates a hash from its bytes as four big-endian numbers.
    public init(words: (UInt64, UInt64, UInt64, UInt64)) {
        storage = Bytes32(words: words)
    }

    /// The bytes of the hash as four big-endian numbers.
    public var words: (UInt64, UInt64, UInt64, UInt64) { storage.words }

    /// The 32 bytes of the hash.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}
