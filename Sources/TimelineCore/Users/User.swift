public import Foundation

/// A user's public profile.
///
/// It contains no private data; ``Account`` stores email and password.
public struct User: Identifiable, Hashable, Sendable, Codable {
    /// The user's ID, which a new username does not change.
    public let id: ID
    /// The displayed username: the claimed ``Username``, suffixed with `~` and ten hexadecimal
    /// digits if another user has the older claim.
    public let username: String
    /// The full name, up to 64 characters.
    public let displayName: String?
    /// A self-description, up to 500 characters.
    public let bio: String?
    /// The address of the user's own page, `http` or `https`.
    public let url: String?
    /// The user's picture.
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
    /// A user's UUID, typed.
    public struct ID: Hashable, Sendable {
        /// The untyped UUID.
        public let uuid: UUID

        /// Types a UUID.
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
    /// Parses the 36 characters of a UUID, or returns `nil`.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.init(uuid)
    }

    /// The 36 characters of the UUID, in upper case.
    public var description: String { uuid.uuidString }
}

extension User.ID: Codable {
    /// Decodes the UUID's text.
    ///
    /// - Throws: `DecodingError` if it is not a UUID.
    public init(from decoder: any Decoder) throws {
        self.init(try UUID(from: decoder))
    }

    /// Encodes the UUID's text.
    public func encode(to encoder: any Encoder) throws {
        try uuid.encode(to: encoder)
    }
}
