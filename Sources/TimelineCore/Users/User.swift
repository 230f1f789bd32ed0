public import Foundation

/// A user's public profile.
///
/// A user contains no private data. ``Account`` stores the email address and the password hash.
public struct User: Identifiable, Hashable, Sendable, Codable {
    /// The user's ID, which stays the same when the username changes.
    public let id: ID
    /// The displayed username: the claimed ``Username``, followed by `~` and ten hexadecimal digits
    /// if another user has an older claim.
    public let username: String
    /// The full name, up to 64 characters long.
    public let displayName: String?
    /// The bio, up to 500 characters long.
    public let bio: String?
    /// The URL of the user's website, with the scheme `http` or `https`.
    public let url: String?
    /// The user's profile picture.
    public let avatar: Photo?

    /// Creates a user.
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
    /// A user's ID, which wraps a UUID.
    public struct ID: Hashable, Sendable {
        /// The wrapped UUID.
        public let uuid: UUID

        /// Creates an ID from a UUID.
        public init(_ uuid: UUID) {
            self.uuid = uuid
        }
    }
}

extension User.ID: Comparable {
    /// Returns whether the bytes of `left` sort before those of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        let (left, right) = (left.words, right.words)
        return left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// The UUID as two big-endian integers.
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
    /// Creates an ID from the 36 characters of a UUID.
    ///
    /// Returns `nil` if the text is not a UUID.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.init(uuid)
    }

    /// The 36 characters of the UUID, in uppercase.
    public var description: String { uuid.uuidString }
}

extension User.ID: Codable {
    /// Decodes an ID from the text of its UUID.
    ///
    /// - Throws: `DecodingError` if the value is not a UUID.
    public init(from decoder: any Decoder) throws {
        self.init(try UUID(from: decoder))
    }

    /// Encodes the text of the UUID.
    public func encode(to encoder: any Encoder) throws {
        try uuid.encode(to: encoder)
    }
}
