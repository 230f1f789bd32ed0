/// A stored value that differs from the value derived from other data.
public struct ValueMismatch: Hashable, Sendable, Codable {
    /// A description of the value, as in "the displayed username of leia".
    public let subject: String
    /// The stored value.
    public let stored: String
    /// The derived value.
    public let expected: String

    /// Creates a mismatch.
    public init(subject: String, stored: String, expected: String) {
        self.subject = subject
        self.stored = stored
        self.expected = expected
    }
}
