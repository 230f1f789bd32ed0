/// The signed part of a record: the author, the signing key, the stamp, the home and the content.
public struct RecordBody: Hashable, Sendable {
    /// The ID of the user that made the record.
    public let author: User.ID
    /// The ID of the key that signs the record.
    public let key: KeyID
    /// The time of the record, which orders the values of an LWW register.
    ///
    /// In the record that adds a post or comment, it is also the ID of the post or comment.
    public let stamp: PushID
    /// The ID of the author of the post that the record concerns.
    ///
    /// It is `nil` if that is the record's own author, or if the record concerns no post.
    public let home: User.ID?
    /// The statement that the record makes.
    public let content: RecordContent

    /// Creates a body without checking it.
    ///
    /// It is checked when it is signed.
    ///
    /// - Parameters:
    ///   - author: The user that makes the record.
    ///   - key: The ID of the key that will sign the record.
    ///   - stamp: The time of the record.
    ///   - postAuthor: The author of the post that the record concerns, or `nil` if it concerns no
    ///     post. The home is set only if this is not the record's own author.
    ///   - content: The statement that the record makes.
    public init(
        author: User.ID,
        key: KeyID,
        stamp: PushID,
        postAuthor: User.ID? = nil,
        content: RecordContent
    ) {
        self.author = author
        self.key = key
        self.stamp = stamp
        home = postAuthor == author ? nil : postAuthor
        self.content = content
    }

    /// The user whose followers' stores accept the record: the home, or else the author.
    public var scope: User.ID { home ?? author }
}
