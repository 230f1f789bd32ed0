public import Foundation

/// A push ID with the type of the item that it identifies.
///
/// A `Post.ID` therefore cannot be passed as a `Comment.ID`.
///
/// ```swift
/// let id: Post.ID? = Post.ID("-K25Fj8p2ArUMz3awt3T")
/// ```
public struct PushIdentifier<Subject>: ByteValue {
    /// The untyped ID.
    public let pushID: PushID

    /// Creates a typed ID from a push ID.
    public init(_ pushID: PushID) {
        self.pushID = pushID
    }

    /// The length of the binary form, in bytes.
    public static var byteCount: Int { PushID.byteCount }

    /// Creates an ID from its binary form; see ``PushID/init(bytes:)``.
    public init?(bytes: some Collection<UInt8>) {
        guard let pushID = PushID(bytes: bytes) else { return nil }
        self.init(pushID)
    }

    /// The binary form; see ``PushID/bytes``.
    public var bytes: [UInt8] { pushID.bytes }

    /// The creation time, in milliseconds since 1970.
    public var milliseconds: UInt64 { pushID.milliseconds }

    /// The creation time, to the millisecond.
    public var date: Date { Date(millisecondsSince1970: pushID.milliseconds) }

    /// Returns whether `left` is older than `right`.
    public static func < (left: Self, right: Self) -> Bool { left.pushID < right.pushID }
}

extension PushIdentifier: LosslessStringConvertible {
    /// Creates an ID from the 20 characters of its text form.
    ///
    /// Returns `nil` if `text` is not an ID.
    public init?(_ text: String) {
        guard let pushID = PushID(text) else { return nil }
        self.init(pushID)
    }

    /// The 20 characters of the text form.
    public var description: String { pushID.description }
}

extension PushIdentifier: Codable {
    /// Decodes an ID from its text form.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a push ID.
    public init(from decoder: any Decoder) throws {
        self.init(try PushID(from: decoder))
    }

    /// Encodes the ID in its text form.
    public func encode(to encoder: any Encoder) throws {
        try pushID.encode(to: encoder)
    }
}

extension PushIdentifier {
    /// The short ID shown in lists: the last 8 characters, or more if those would start with `-`.
    ///
    /// Two IDs have the same last 8 characters with a probability of 1 in 64⁸ (2.8 × 10¹⁴). Among a
    /// million posts, the probability of at least one such pair is 1 in 560.
    public var shortID: String {
        var length = 8
        while length < PushID.textLength, description.suffix(length).hasPrefix("-") { length += 1 }
        return String(description.suffix(length))
    }
}

/// The last 4 to 20 characters of a push ID's text form, as typed by a user.
struct ShortID: Sendable {
    let text: String

    private static let minimumLength = 4

    /// The text to show in messages.
    ///
    /// Restores the leading `-` if a full ID was typed without it.
    var displayText: String { text.utf8.count == PushID.textLength - 1 ? "-" + text : text }

    init(_ text: String) throws(TimelineError) {
        guard (Self.minimumLength...PushID.textLength).contains(text.utf8.count),
            PushID.bytes(ofEnding: text) != nil
        else { throw .invalidIdentifier(text) }
        self.text = text
    }

    func resolve<Subject>(
        full: (PushIdentifier<Subject>) throws -> PushIdentifier<Subject>?,
        ending: (String, Int) throws -> [PushID]
    ) throws -> PushIdentifier<Subject>? {
        if let id = PushIdentifier<Subject>(text) { return try full(id) }
        let candidates = try ending(text, 3)
        guard candidates.count <= 1 else {
            throw TimelineError.ambiguousIdentifier(
                text,
                candidates: candidates.map(\.description)
            )
        }
        return candidates.first.map { PushIdentifier($0) }
    }
}
