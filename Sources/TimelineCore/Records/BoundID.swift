import Foundation
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
    package init(id: PushIdentifier<Subject>, nonce: Nonce) {
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
    package init(
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
    package func isBound(to author: User.ID, on post: Post.ID? = nil) -> Bool {
        self == BoundID(milliseconds: id.milliseconds, nonce: nonce, author: author, on: post)
    }
}

/// A source that mints one author's IDs and stamps in ascending order.
///
/// The time of a new ID is the current time or that of the newest ID or stamp, whichever is later.
/// The clock and the randomness are passed to each call, so a test can determine both.
///
/// ```swift
/// var source = BoundIDSource(author: user, after: newest)
/// var generator = SystemRandomNumberGenerator()
/// let post: BoundID<Post>? = source.nextID(at: milliseconds, using: &generator)
/// ```
package struct BoundIDSource: Sendable {
    /// The number of nonces to try before the time advances by a millisecond.
    package static let draws = 16

    /// The author of the posts, comments and records.
    package let author: User.ID
    /// The newest ID or stamp that was minted or passed to the initializer.
    package private(set) var newest: PushID

    /// Creates a source of IDs and stamps above `newest`.
    ///
    /// - Parameters:
    ///   - author: The author of the posts, comments and records.
    ///   - newest: The author's newest ID or stamp in the store, or ``PushID/min``.
    package init(author: User.ID, after newest: PushID) {
        self.author = author
        self.newest = newest
    }

    /// Mints the next ID of a post or comment.
    ///
    /// - Parameters:
    ///   - now: The current time in milliseconds since 1970.
    ///   - post: The ID of the post that the comment is on, or `nil` for a post.
    ///   - generator: The source of nonces. Use a secure generator, so that two devices that know
    ///     the same newest ID mint different IDs.
    /// - Returns: The ID and its nonce, or `nil` once the 48 bits of milliseconds are used up.
    package mutating func nextID<Subject>(
        at now: UInt64,
        on post: Post.ID? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> BoundID<Subject>? {
        next(at: now, newestOf: \.id.pushID) { [author] milliseconds in
            let nonce = Nonce(using: &generator)
            return BoundID(milliseconds: milliseconds, nonce: nonce, author: author, on: post)
        }
    }

    /// Mints the stamp of a record that adds no post or comment.
    ///
    /// - Parameters:
    ///   - now: The current time in milliseconds since 1970.
    ///   - generator: The source of the 72 random bits.
    /// - Returns: The stamp, or `nil` once the 48 bits of milliseconds are used up.
    package mutating func nextStamp(
        at now: UInt64,
        using generator: inout some RandomNumberGenerator
    ) -> PushID? {
        next(at: now, newestOf: \.self) { milliseconds in
            let bits = (UInt16(truncatingIfNeeded: generator.next()), generator.next() as UInt64)
            return PushID(milliseconds: milliseconds, bits: bits)
        }
    }

    private mutating func next<Minted>(
        at now: UInt64,
        newestOf id: (Minted) -> PushID,
        draw: (UInt64) -> Minted
    ) -> Minted? {
        var milliseconds = max(now, newest.milliseconds)
        while milliseconds <= PushID.maximumMilliseconds {
            for _ in 0..<Self.draws {
                let minted = draw(milliseconds)
                if id(minted) > newest {
                    newest = id(minted)
                    return minted
                }
            }
            milliseconds += 1
        }
        return nil
    }
}

/// A random value of 8 bytes.
///
/// A nonce binds an ID to its author; see ``BoundID``. The nonces of both sides of a session salt the
/// IDs that they compare. So nobody can predict the salted IDs, and anyone who can add records cannot
/// forge equal fingerprints.
public struct Nonce: ByteValue {
    /// The length of every nonce: 8 bytes.
    public static let byteCount = 8

    /// The bytes as a big-endian number.
    let number: UInt64

    /// Creates a nonce from its bytes as a big-endian number.
    package init(number: UInt64) {
        self.number = number
    }

    /// Creates a random nonce.
    package init(using generator: inout some RandomNumberGenerator) {
        number = generator.next()
    }

    /// Creates a nonce from its bytes.
    ///
    /// Returns `nil` unless there are exactly 8 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        number = iterator.bigEndian()
    }

    /// The 8 bytes of the nonce.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The identity of a user or an entry in its source, from which the entry's ID is derived.
///
/// The same entry always has the same identity, so importing it again gives it the same ID.
package struct SourceIdentity: Hashable, Sendable {
    /// The SHA-256 of the parts.
    let digest: BlobID

    /// Creates an identity from its parts, such as the name of the service and the hashes of the
    /// pictures.
    ///
    /// Each part is prefixed with its length, so that no two lists have the same hash. The same
    /// entry must always have the same identity, so this derivation must never change.
    package init(_ parts: [String]) {
        digest = BlobID(of: Data(parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }))
    }

    /// The nonce of the ID of a post or comment: the first 8 bytes of the digest.
    package var nonce: Nonce { Nonce(number: number(digest.bytes.prefix(8))) }

    /// Returns the stamp of a record that adds no post or comment.
    ///
    /// The first 9 bytes of the digest take the place of random bits.
    package func stamp(at milliseconds: UInt64) -> PushID {
        let bytes = digest.bytes
        return PushID(
            milliseconds: milliseconds,
            bits: (UInt16(number(bytes.prefix(2))), number(bytes[2..<9]))
        )
    }

    /// Returns the ID of the post that has this identity at the given time, with its nonce.
    package func boundID(at milliseconds: UInt64, by author: User.ID) -> BoundID<Post> {
        BoundID(milliseconds: milliseconds, nonce: nonce, author: author)
    }

    /// Returns the ID of the post that has this identity at the given time.
    package func postID(at milliseconds: UInt64, by author: User.ID) -> Post.ID {
        boundID(at: milliseconds, by: author).id
    }

    /// Returns bytes as a big-endian number.
    private func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
