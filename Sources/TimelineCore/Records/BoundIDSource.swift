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
public struct BoundIDSource: Sendable {
    /// The number of nonces to try before the time advances by a millisecond.
    public static let draws = 16

    /// The author of the posts, comments and records.
    public let author: User.ID
    /// The newest ID or stamp that was minted or passed to the initializer.
    public private(set) var newest: PushID

    /// Creates a source of IDs and stamps above `newest`.
    ///
    /// - Parameters:
    ///   - author: The author of the posts, comments and records.
    ///   - newest: The author's newest ID or stamp in the store, or ``PushID/min``.
    public init(author: User.ID, after newest: PushID) {
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
    public mutating func nextID<Subject>(
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
    public mutating func nextStamp(
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
