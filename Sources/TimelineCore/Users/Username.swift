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
    public func suffixed(for id: User.ID) -> String {
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
