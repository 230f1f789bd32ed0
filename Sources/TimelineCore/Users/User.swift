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
    /// A user's ID: a UUID that is derived from the user's root key.
    public struct ID: ByteValue {
        /// The first 8 bytes.
        private let high: UInt64
        /// The last 8 bytes.
        private let low: UInt64

        /// The length of an ID, in bytes.
        public static let byteCount = 16

        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Creates an ID from a UUID.
        public init(_ uuid: UUID) {
            self = withUnsafeBytes(of: uuid.uuid) { bytes in
                Self(
                    high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        }

        /// Creates an ID from its 16 bytes, or returns `nil` for any other number of bytes.
        public init?(bytes: some Collection<UInt8>) {
            guard bytes.count == Self.byteCount else { return nil }
            var iterator = bytes.makeIterator()
            (high, low) = (iterator.bigEndian(), iterator.bigEndian())
        }

        /// The 16 bytes of the UUID.
        public var bytes: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Self.byteCount)
            bytes.append(bigEndian: high)
            bytes.append(bigEndian: low)
            return bytes
        }

        /// The ID as a UUID.
        public var uuid: UUID {
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
                UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
            }
        }

        /// Whether the ID has the form of those that are derived from a root key: a UUID of
        /// version 8.
        package var isDerivedFromKey: Bool { high >> 12 & 0xF == 8 }

        /// Returns whether the bytes of `left` sort before those of `right`.
        public static func < (left: Self, right: Self) -> Bool {
            (left.high, left.low) < (right.high, right.low)
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

/// The amount of a user's own data: the numbers of posts, photos, comments and likes, and the size
/// of the photos.
public struct UserSummary: Hashable, Sendable {
    /// The number of the user's posts.
    public let postCount: Int
    /// The number of photos in these posts.
    public let photoCount: Int
    /// The size of these photos in bytes: the sum of their public copies and previews.
    ///
    /// Originals are not included.
    public let photoByteCount: Int
    /// The number of comments that the user wrote.
    public let commentCount: Int
    /// The number of posts that the user likes.
    public let likeCount: Int

    /// Creates a summary.
    public init(
        postCount: Int,
        photoCount: Int,
        photoByteCount: Int,
        commentCount: Int,
        likeCount: Int
    ) {
        self.postCount = postCount
        self.photoCount = photoCount
        self.photoByteCount = photoByteCount
        self.commentCount = commentCount
        self.likeCount = likeCount
    }
}
