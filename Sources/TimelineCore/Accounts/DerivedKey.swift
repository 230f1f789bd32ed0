/// A key that a ``PasswordHasher`` derived from a password.
///
/// The key is never printed.
public struct DerivedKey: Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]
    /// The salt and the cost parameters, which are needed to derive the same key again.
    ///
    /// The text contains nothing secret.
    public let settings: String

    /// The length of every key: 32 bytes.
    public static let byteCount = 32

    /// Creates a key.
    public init(bytes: [UInt8], settings: String) {
        self.bytes = bytes
        self.settings = settings
    }
}

extension DerivedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not reveal the key.
    public var description: String { "(key)" }
    /// A placeholder that does not reveal the key.
    public var debugDescription: String { description }
    /// An empty mirror, which hides the key from reflection.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
