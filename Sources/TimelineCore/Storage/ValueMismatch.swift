/// A derived value that differs from what the other data say.
public struct ValueMismatch: Hashable, Sendable, Codable {
    /// The value, as in "the name shown of leia".
    public let subject: String
    /// The value stored.
    public let stored: String
    /// The value that follows from the other data.
    public let expected: String

    /// Creates a finding.
    public init(subject: String, stored: String, expected: String) {
        self.subject = subject
        self.stored = stored
        self.expected = expected
    }
}
