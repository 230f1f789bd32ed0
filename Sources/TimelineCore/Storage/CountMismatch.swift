/// A stored count that differs from a recount.
public struct CountMismatch: Hashable, Sendable, Codable {
    /// A description of the count, as in "posts of leia".
    public let subject: String
    /// The stored count.
    public let stored: Int
    /// The result of the recount.
    public let expected: Int

    /// Creates a finding.
    public init(subject: String, stored: Int, expected: Int) {
        self.subject = subject
        self.stored = stored
        self.expected = expected
    }
}
