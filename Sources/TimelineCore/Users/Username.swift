import Foundation

/// A name that a user claims: 1 to 30 of `a-z 0-9 _ .`, not dots alone, compared without case, unique in a
/// store.
public struct Username: Hashable, Sendable {
    /// The longest name, in characters.
    public static let maximumLength = 30

    /// The name in lower case.
    public let text: String

    /// Takes a name as typed, in any case and with or without a leading `@`.
    ///
    /// - Throws: ``TimelineError/invalidUsername(_:)``.
    public init(_ typed: String) throws(TimelineError) {
        let name = (typed.hasPrefix("@") ? String(typed.dropFirst()) : typed).lowercased()
        guard (1...Self.maximumLength).contains(name.utf8.count),
            name.utf8.allSatisfy(Self.allows), name.contains(where: { $0 != "." })
        else { throw .invalidUsername(typed) }
        text = name
    }

    private static func allows(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// A name as it would be shown, of one that was typed in any case and with or without `@`; it need not be anyone's.
    package static func shown(_ typed: String) -> String { typed.drop { $0 == "@" }.lowercased() }

    /// The name shown for a user whose claim on this name is younger than another's.
    ///
    /// `~` stands in no username, so the result collides with none. Ten digits of a hash follow, because
    /// whoever made the changes may have chosen the identifier.
    public func suffixed(for id: User.ID) -> String {
        "\(text)~\(BlobID(of: Data(id.description.utf8)).description.prefix(10))"
    }
}

extension Username: Comparable {
    /// Whether `left` comes before `right` in ASCII order.
    public static func < (left: Username, right: Username) -> Bool { left.text < right.text }
}

extension Username: Codable {
    /// Reads a name and checks it.
    public init(from decoder: any Decoder) throws {
        try self.init(String(from: decoder))
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}
