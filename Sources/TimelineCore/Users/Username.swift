import Foundation

/// A username of 1 to 30 of the characters `a-z 0-9 _ .`, at least one of which is not a dot.
///
/// Usernames are case-insensitive and unique within a store.
///
/// ```swift
/// let username = try Username("@Leia")  // "leia"
/// ```
public struct Username: Hashable, Sendable {
    /// The maximum length, in characters.
    public static let maximumLength = 30

    /// The username in lowercase.
    public let text: String

    /// Parses a username in any case, with or without a leading `@`.
    ///
    /// - Throws: ``TimelineError/invalidUsername(_:)``.
    public init(_ typed: String) throws(TimelineError) {
        let text = (typed.hasPrefix("@") ? String(typed.dropFirst()) : typed).lowercased()
        guard Self.accepts(text) else { throw .invalidUsername(typed) }
        self.text = text
    }

    /// Returns whether a text is a username in lowercase, without `@`.
    package static func accepts(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy(allows)
            && text.utf8.contains { $0 != UInt8(ascii: ".") }
    }

    private static func allows(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Normalizes a displayed username that was typed in any case, with or without `@`.
    public static func normalized(_ typed: String) -> String {
        typed.drop { $0 == "@" }.lowercased()
    }

    /// Returns this username with a suffix, for a user that claims it but does not hold it.
    ///
    /// The result never equals another username, because usernames cannot contain `~`. The suffix
    /// is a hash of the user's ID, because an attacker could choose an ID that starts with
    /// particular digits.
    package func suffixed(for id: User.ID) -> String {
        "\(text)~\(BlobID(of: Data(id.description.utf8)).description.prefix(10))"
    }
}

extension Username: Comparable {
    /// Returns whether `left` sorts before `right` in ASCII order.
    public static func < (left: Username, right: Username) -> Bool { left.text < right.text }
}

extension Username: Codable {
    /// Decodes and validates a username.
    ///
    /// - Throws: ``TimelineError/invalidUsername(_:)``, or `DecodingError` if the value is not a
    ///   string.
    public init(from decoder: any Decoder) throws {
        try self.init(String(from: decoder))
    }

    /// Encodes the username.
    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}

/// A user's claim to a username.
///
/// The user with the lowest claim receives the username itself. Displayed usernames are local to a
/// store: they depend on its accounts and their follows (decision 38).
///
/// ```swift
/// let claims = [UsernameClaim(by: leia, at: stamp), UsernameClaim(by: han, at: .max)]
/// let holder = claims.min()?.user
/// show(try Username("falcon").displayed(for: han, holder: holder))
/// ```
public struct UsernameClaim: Hashable, Sendable {
    /// The precedence of a user's claims over those of other users, lowest first.
    public enum Precedence: Hashable, Comparable, Sendable {
        /// The user has an account in this store.
        case local
        /// A user with an account in this store follows the user.
        ///
        /// If several do, the oldest follow counts.
        case followed(since: PushID)
        /// No user with an account in this store follows the user.
        case other
    }

    /// The user who makes the claim.
    public let user: User.ID
    /// The stamp of the claim.
    public let stamp: PushID
    /// The precedence of the user.
    public let precedence: Precedence

    /// Creates a claim.
    public init(by user: User.ID, at stamp: PushID, precedence: Precedence = .other) {
        self.user = user
        self.stamp = stamp
        self.precedence = precedence
    }
}

extension UsernameClaim: Comparable {
    /// Returns whether `left` precedes `right`.
    ///
    /// Claims of equal precedence are ordered by age, and equally old claims by user ID.
    public static func < (left: UsernameClaim, right: UsernameClaim) -> Bool {
        (left.precedence, left.stamp, left.user) < (right.precedence, right.stamp, right.user)
    }
}

extension Username {
    /// Returns a user's displayed username: the username itself for its holder, or the username
    /// with a suffix for other users.
    public func displayed(for user: User.ID, holder: User.ID?) -> String {
        user == holder ? text : suffixed(for: user)
    }
}
