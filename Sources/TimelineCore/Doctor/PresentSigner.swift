/// Signs records of several users with stamps of the present, in one order.
struct PresentSigner {
    /// The keys of the users.
    var keys: [User.ID: SigningKey]
    /// The root key of one of the users, or `nil` if it is not needed.
    var root: SigningKey?
    /// The records so far.
    private(set) var records: [VerifiedRecord] = []
    /// The newest stamp of all users, so that replies keep their order.
    private var newest: PushID
    private let milliseconds: UInt64
    private var random: EnvironmentRandom

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - keys: The keys of the users.
    ///   - root: The root key of one of the users, or `nil` if it is not needed.
    ///   - newest: The newest stamp of these users that is not in the future.
    ///   - environment: The clock and the source of random bits.
    init(
        keys: [User.ID: SigningKey],
        root: SigningKey?,
        above newest: PushID,
        _ environment: TimelineEnvironment
    ) {
        (self.keys, self.root, self.newest) = (keys, root, newest)
        milliseconds = environment.now().millisecondsSince1970
        random = EnvironmentRandom(environment: environment)
    }

    /// Returns whether the author of a record is one of the users.
    func canSign(_ record: VerifiedRecord) -> Bool { keys[record.body.author] != nil }

    /// Signs a statement with the key of its author or, if it is about keys, with the root key.
    ///
    /// - Parameters:
    ///   - content: The statement.
    ///   - author: The author.
    ///   - postAuthor: The author of the post that it concerns, if any.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if it cannot be signed.
    mutating func sign(
        _ content: RecordContent,
        by author: User.ID,
        on postAuthor: User.ID? = nil
    ) throws {
        var source = BoundIDSource(author: author, after: newest)
        let stamp = try minted(source.nextStamp(at: milliseconds, using: &random))
        try sign(content, at: stamp, by: author, on: postAuthor)
    }

    /// Signs a new post, and returns its ID.
    mutating func addPost(_ content: Post.Content, by author: User.ID) throws -> BoundID<Post> {
        var source = BoundIDSource(author: author, after: newest)
        let id: BoundID<Post> = try minted(source.nextID(at: milliseconds, using: &random))
        try sign(.postSet(id, content), at: id.stamp, by: author, on: nil)
        return id
    }

    /// Signs a comment again on a post in the same scope, and returns its ID.
    mutating func addComment(
        _ text: String,
        on post: BoundID<Post>,
        replacing body: RecordBody
    ) throws -> BoundID<Comment> {
        var source = BoundIDSource(author: body.author, after: newest)
        let id: BoundID<Comment> = try minted(
            source.nextID(at: milliseconds, on: post.id, using: &random)
        )
        let content = RecordContent.commentAdded(nonce: id.nonce, post: post, text: text)
        try sign(content, at: id.stamp, by: body.author, on: body.scope)
        return id
    }

    private mutating func sign(
        _ content: RecordContent,
        at stamp: PushID,
        by author: User.ID,
        on postAuthor: User.ID?
    ) throws {
        guard let key = content.isSignedByRoot ? root : keys[author] else { return }
        newest = stamp
        let body = RecordBody(
            author: author,
            key: key.id,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content
        )
        do throws(RecordError) {
            records.append(try VerifiedRecord(signing: body, with: key))
        } catch {
            throw TimelineError.unsigned(error)
        }
    }

    private func minted<ID>(_ id: ID?) throws -> ID {
        guard let id else { throw TimelineError.identifierInFuture(PushID.max.description) }
        return id
    }
}
