public import Foundation

/// A push ID that names one kind of thing, so that a post's cannot stand for a comment's.
public struct PushIdentifier<Subject>: Hashable, Sendable {
    /// The identifier without its kind.
    public let pushID: PushID

    /// Gives a push ID its kind.
    public init(_ pushID: PushID) {
        self.pushID = pushID
    }

    /// When it was made, to the millisecond.
    public var date: Date { Date(millisecondsSince1970: pushID.milliseconds) }
}

extension PushIdentifier: Comparable {
    /// Whether `left` is older than `right`.
    public static func < (left: Self, right: Self) -> Bool { left.pushID < right.pushID }
}

extension PushIdentifier: LosslessStringConvertible {
    /// Reads the 20 characters of an identifier, or returns `nil`.
    public init?(_ text: String) {
        guard let pushID = PushID(text) else { return nil }
        self.init(pushID)
    }

    /// The 20 characters of the identifier.
    public var description: String { pushID.description }
}

extension PushIdentifier: Codable {
    /// Reads the identifier's text.
    public init(from decoder: any Decoder) throws {
        self.init(try PushID(from: decoder))
    }

    /// Writes the identifier's text.
    public func encode(to encoder: any Encoder) throws {
        try pushID.encode(to: encoder)
    }
}
