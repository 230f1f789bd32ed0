/// A stored count that differs from a recount.
public struct CountMismatch: Hashable, Sendable, Codable {
    /// A description of the count, as in "posts of leia".
    public let subject: String
    /// The stored count.
    public let stored: Int
    /// The result of the recount.
    public let expected: Int

    /// Creates a mismatch.
    public init(subject: String, stored: Int, expected: Int) {
        self.subject = subject
        self.stored = stored
        self.expected = expected
    }

    /// Creates a mismatch for a count that belongs to a user or a post.
    package init(_ items: CountedItems, of name: String, stored: Int, expected: Int) {
        self.init(subject: "\(items) \(name)", stored: stored, expected: expected)
    }
}

/// The kinds of items for which users and posts have stored counts.
package enum CountedItems: Sendable {
    case posts, followers, following, likes, comments
}

extension CountMismatch: PageItem {
    /// The key for mismatches in an encoded page.
    public static var pageKey: String { "mismatches" }
}
