/// A count that is kept wrong.
public struct CountMismatch: Hashable, Sendable, Codable {
    /// What is counted, as in "posts of leia".
    public let subject: String
    /// The count kept.
    public let kept: Int
    /// The count found by counting.
    public let found: Int

    /// Makes a finding of its parts.
    public init(subject: String, kept: Int, found: Int) {
        self.subject = subject
        self.kept = kept
        self.found = found
    }
}
