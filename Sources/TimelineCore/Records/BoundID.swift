internal import TimelineCrypto

/// The ID of a post or comment with the nonce that proves its author.
///
/// The last 9 bytes of the ID are the first 9 bytes of SHA-256("timeline name 1", 0, author,
/// milliseconds, nonce), and for a comment also of the ID of its post. Nobody else can find a nonce
/// that binds the same ID to another author, which would require about 2^72 hashes. However, the
/// users of one attacker can share an ID, which requires about 2^36 hashes.
public struct BoundID<Subject>: Hashable, Sendable {
    /// The ID of the post or comment.
    public let id: PushIdentifier<Subject>
    /// The nonce that binds the ID to its author.
    public let nonce: Nonce

    /// Creates a value from its parts without checking that they match.
    ///
    /// Call ``isBound(to:on:)`` to check them.
    public init(id: PushIdentifier<Subject>, nonce: Nonce) {
        self.id = id
        self.nonce = nonce
    }

    /// The stamp of the record that adds the post or comment, which is its ID.
    public var stamp: PushID { id.pushID }

    /// Creates the ID that belongs to a time and a nonce.
    ///
    /// Imports call this initializer with the original time and a nonce that is derived from the
    /// source, so that each device of a user creates the same ID for the same entry.
    ///
    /// - Parameters:
    ///   - milliseconds: The number of milliseconds since 1970, of which the lower 48 bits are used.
    ///   - nonce: The nonce.
    ///   - author: The author of the post or comment.
    ///   - post: The ID of the post that the comment is on, or `nil` for a post.
    public init(
        milliseconds: UInt64,
        nonce: Nonce,
        author: User.ID,
        on post: Post.ID? = nil
    ) {
        var message: [UInt8] = []
        message += author.bytes
        message.append(bigEndian: milliseconds, count: 6)
        message += nonce.bytes
        if let post { message += post.bytes }
        var digest = SHA256.hash(SigningDomain.name.message(message)).bytes.makeIterator()
        let bits = (UInt16(digest.bigEndian(2)), digest.bigEndian(7))
        let id = PushID(milliseconds: milliseconds, bits: bits)
        self.init(id: PushIdentifier(id), nonce: nonce)
    }

    /// Returns whether the nonce proves that the ID belongs to an author.
    ///
    /// - Parameters:
    ///   - author: The author of the post or comment.
    ///   - post: The ID of the post that the comment is on, or `nil` for a post.
    /// - Returns: Whether the ID can be computed from these values and the nonce.
    public func isBound(to author: User.ID, on post: Post.ID? = nil) -> Bool {
        self == BoundID(milliseconds: id.milliseconds, nonce: nonce, author: author, on: post)
    }
}
