/// A stored count that differs from a recount.
public struct CountMismatch: Hashable, Sendable, Codable {
    /// A description of the count, as in "posts of leia".
    public let subject: String
    /// The stored count.
    public let kept: Int
    /// The result of the recount.
    public let found: Int

    /// Creates a finding.
    public init(subject: String, kept: Int, found: Int) {
        self.subject = subject
        self.kept = kept
        self.found = found
    }
}
