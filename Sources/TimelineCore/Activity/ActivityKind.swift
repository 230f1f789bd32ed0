/// The kinds of activity that concern a user.
public enum ActivityKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Another user likes one of the user's posts.
    case like
    /// Another user commented on one of the user's posts.
    case comment
    /// Another user mentioned the user in a caption, or in a comment on a post that is not the
    /// user's own.
    case mention
    /// Another user follows the user.
    case follow

    /// Creates the kind at the given position in ``allCases``, or returns `nil` if the position is
    /// out of range.
    init?(rank: Int) {
        guard Self.allCases.indices.contains(rank) else { return nil }
        self = Self.allCases[rank]
    }

    /// The position in ``allCases``, which determines the sort order.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}

extension ActivityKind: Comparable {
    /// Returns whether `left` comes before `right` in `allCases`.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
