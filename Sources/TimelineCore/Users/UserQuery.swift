import Foundation

/// Which users a list holds; it is ordered by the name shown, and where a text is searched, the names shown that
/// begin with it come first.
public struct UserQuery: Hashable, Sendable {
    /// Whom the list is drawn from.
    public enum Scope: Hashable, Sendable {
        /// Every user of the store.
        case everyone
        /// Those who follow this user.
        case followers(of: User.ID)
        /// Those whom this user follows.
        case followed(by: User.ID)
    }

    /// Whom the list is drawn from.
    public var scope: Scope
    /// A part of the username or of the display name, compared without case; `nil` takes all.
    public var text: String?
    /// The name shown that the page comes after, `nil` for the first page.
    public var after: String?
    /// How many users a page holds at most; a negative number counts as 0.
    public var limit: Int { didSet { limit = max(0, limit) } }

    /// Makes a query of its parts.
    public init(
        _ scope: Scope = .everyone,
        matching text: String? = nil,
        after: String? = nil,
        limit: Int = 50
    ) {
        self.scope = scope
        self.text = text
        self.after = after
        self.limit = max(0, limit)
    }

    /// The part that is searched, in the form of ``searchKey(_:)``; `nil` takes all.
    package var part: String? {
        text.map { Self.searchKey($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a name shown begins with the part that is searched, and so comes first.
    package static func leads(_ name: String, _ part: String?) -> Bool {
        part.map { name.utf8.starts(with: $0.utf8) } ?? true
    }

    /// The text that a search looks through, and the form that the searched part takes, so that every
    /// repository finds the same users.
    package static func searchKey(_ parts: String?...) -> String {
        parts.compactMap(\.self).joined(separator: "\n").nfc.lowercased()
    }
}
