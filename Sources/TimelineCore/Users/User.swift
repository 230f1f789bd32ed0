public import Foundation

/// A person as others see them: the shared profile, with nothing private in it.
public struct User: Identifiable, Hashable, Sendable, Codable {
    /// Names the user for ever, whatever the username becomes.
    public let id: ID
    /// The name shown and typed: the claimed ``Username``, with `~` and ten digits behind
    /// it while an older claim holds that name.
    public let username: String
    /// The name written in full, up to 64 characters.
    public let displayName: String?
    /// A few words about the user, up to 500 characters.
    public let bio: String?
    /// The user's page, `http` or `https`.
    public let url: String?
    /// The user's picture.
    public let avatar: Photo?

    /// Makes a user of its parts.
    public init(
        id: ID,
        username: String,
        displayName: String? = nil,
        bio: String? = nil,
        url: String? = nil,
        avatar: Photo? = nil
    ) {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.bio = bio
        self.url = url
        self.avatar = avatar
    }
}

extension User {
    /// A UUID that names a user.
    public struct ID: Hashable, Sendable {
        /// The UUID itself.
        public let uuid: UUID

        /// Makes the identifier of a UUID.
        public init(_ uuid: UUID) {
            self.uuid = uuid
        }
    }
}

extension User.ID: Comparable {
    /// Whether the bytes of `left` come before those of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        let (left, right) = (left.words, right.words)
        return left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// The UUID's bytes as two numbers, the first bytes first.
    private var words: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}

extension User.ID: LosslessStringConvertible {
    /// Reads a UUID of 36 characters, or returns `nil`.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.init(uuid)
    }

    /// The UUID's 36 characters, upper case.
    public var description: String { uuid.uuidString }
}

extension User.ID: Codable {
    /// Reads the UUID's text.
    public init(from decoder: any Decoder) throws {
        self.init(try UUID(from: decoder))
    }

    /// Writes the UUID's text.
    public func encode(to encoder: any Encoder) throws {
        try uuid.encode(to: encoder)
    }
}
