/// The ID of a record: the SHA-256 of its signed bytes.
///
/// The signature is not part of the ID, so a record that is signed twice has one ID.
public struct RecordID: ByteValue {
    /// The length of every ID: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    init(_ storage: Bytes32) {
        self.storage = storage
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// The first 16 bytes as two big-endian numbers.
    var leadingWords: (UInt64, UInt64) { (storage.words.0, storage.words.1) }

    /// The 32 bytes of the ID.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}
