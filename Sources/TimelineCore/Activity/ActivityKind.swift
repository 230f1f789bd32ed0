/// The kinds of activity that concern a user.
public enum ActivityKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Somebody likes a post of the user.
    case like
    /// Somebody commented on a post of the user.
    case comment
    /// Somebody mentioned the user in a caption, or in a comment on a post of somebody else.
    case mention
    /// Somebody follows the user.
    case follow

    /// The position among ``allCases``.
    var rank: Int {
        switch self {
        case .like: 0
        case .comment: 1
        case .mention: 2
        case .follow: 3
        }
    }
}

extension ActivityKind: Comparable {
    /// Returns whether `left` comes before `right` in `allCases`.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
