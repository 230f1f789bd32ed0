import Foundation

/// Mints and signs the records of a user's intents.
struct RecordMinter {
    private let key: SigningKey
    private let author: User.ID
    private let reader: any SocialReader
    private let milliseconds: UInt64
    private var random: EnvironmentRandom
    private var source: BoundIDSource
    private var records: [VerifiedRecord] = []

    /// Creates a minter for one batch.
    ///
    /// - Parameters:
    ///   - key: The key that signs the records.
    ///   - author: The user that owns the key.
    ///   - reader: The state inside the write transaction.
    ///   - environment: The clock and the source of random bits.
    /// - Throws: ``TimelineError/clockBehind(_:)`` or a storage error.
    init(
        key: SigningKey,
        author: User.ID,
        above reader: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        self.key = key
        self.author = author
        self.reader = reader
        random = EnvironmentRandom(environment: environment)
        milliseconds = environment.now().millisecondsSince1970
        let newest = try reader.mintableNewestStamp(of: author, environment)
        source = BoundIDSource(author: author, after: newest)
    }

    /// Mints and signs the records of intents, in order.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value,
    ///   ``TimelineError/postNotFound(_:)`` or ``TimelineError/commentNotFound(_:)`` if an intent
    ///   concerns a post or comment without a record, or a storage error.
    mutating func batch(of intents: [Intent] = []) throws -> ValidatedBatch {
        for intent in intents { try add(intent) }
        return try ValidatedBatch(
            checking: records,
            now: Date(millisecondsSince1970: max(milliseconds, source.newest.milliseconds))
        )
    }

    /// Signs a statement with the user's root key.
    mutating func add(_ content: RecordContent, signedByRoot root: SigningKey) throws {
        try sign(content, at: stamp(), with: root)
    }

    /// Signs a post with an ID that is derived from its source.
    mutating func add(_ content: Post.Content, withID id: BoundID<Post>) throws {
        try sign(.postSet(id, content), at: id.stamp)
    }

    /// Signs a post or an edit that became void when the key of its device was revoked.
    mutating func add(_ draft: PostDraft) throws {
        let (post, isEdit) = (draft.boundID, draft.stamp != draft.id.pushID)
        try sign(.postSet(post, draft.content), at: isEdit ? stamp() : post.stamp)
    }

    /// Signs a comment on a post by the same author, with an ID that is derived from its source.
    mutating func add(
        _ comment: Comment,
        withID id: BoundID<Comment>,
        on post: BoundID<Post>
    ) throws {
        try sign(.commentAdded(nonce: id.nonce, post: post, text: comment.text), at: id.stamp)
    }

    private mutating func add(_ intent: Intent) throws {
        switch intent {
        case .profileUpdated(let update):
            for setting in update.settings { try sign(.profileSet(setting), at: stamp()) }
        case .postAdded(let content): try addPost(content)
        case .postEdited(let post, let edit): try editPost(post, edit)
        case .postDeleted(let post): try signReply(to: post) { .postDeleted($0) }
        case .commentAdded(let post, let text): try addComment(text, on: post)
        case .commentDeleted(let comment): try deleteComment(comment)
        case .liked(let post): try signReply(to: post) { .liked($0) }
        case .unliked(let post): try signReply(to: post) { .unliked($0) }
        case .followed(let user): try sign(.followed(user), at: stamp())
        case .unfollowed(let user): try sign(.unfollowed(user), at: stamp())
        }
    }

    // MARK: Posts and comments

    private mutating func addPost(_ content: Post.Content) throws {
        let id: BoundID<Post> = try minted(source.nextID(at: milliseconds, using: &random))
        try sign(.postSet(id, content), at: id.stamp)
    }

    private mutating func editPost(_ post: Post.ID, _ edit: PostEdit) throws {
        guard let record = try reader.record(setting: .post(post)),
            case .postSet(let id, let stored) = record.content
        else { throw TimelineError.postNotFound(post.description) }
        let content = try edit.applied(to: stored)
        guard content != stored else { return }
        try sign(.postSet(id, content), at: stamp())
    }

    private mutating func addComment(_ text: String, on post: Post.ID) throws {
        let (post, postAuthor) = try boundPost(post)
        let id: BoundID<Comment> = try minted(
            source.nextID(at: milliseconds, on: post.id, using: &random)
        )
        try sign(
            .commentAdded(nonce: id.nonce, post: post, text: text),
            at: id.stamp,
            postAuthor: postAuthor
        )
    }

    private mutating func deleteComment(_ comment: Comment.ID) throws {
        guard let record = try reader.record(setting: .comment(comment)),
            case .commentAdded(let nonce, let post, _) = record.content
        else { throw TimelineError.commentNotFound(comment.description) }
        let content: RecordContent =
            record.author == author
            ? .commentDeleted(BoundID(id: comment, nonce: nonce), post: post)
            : .commentHidden(comment, post: post)
        try sign(content, at: stamp(), postAuthor: record.scope)
    }

    /// Returns the ID of a post with its nonce, and its author.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)`` if no record sets the post, or a storage error.
    private func boundPost(_ post: Post.ID) throws -> (id: BoundID<Post>, author: User.ID) {
        guard let record = try reader.record(setting: .post(post)),
            case .postSet(let id, _) = record.content
        else { throw TimelineError.postNotFound(post.description) }
        return (id, record.author)
    }

    // MARK: Signing

    /// Signs a statement about a post.
    private mutating func signReply(
        to post: Post.ID,
        _ content: (BoundID<Post>) -> RecordContent
    ) throws {
        let (post, postAuthor) = try boundPost(post)
        try sign(content(post), at: stamp(), postAuthor: postAuthor)
    }

    private mutating func sign(
        _ content: RecordContent,
        at stamp: PushID,
        postAuthor: User.ID? = nil,
        with signer: SigningKey? = nil
    ) throws {
        do throws(RecordError) {
            records.append(
                try VerifiedRecord(
                    author: author,
                    stamp: stamp,
                    postAuthor: postAuthor,
                    content: content,
                    signedWith: signer ?? key
                )
            )
        } catch {
            throw TimelineError.unsigned(error)
        }
    }

    private mutating func stamp() throws -> PushID {
        try minted(source.nextStamp(at: milliseconds, using: &random))
    }

    /// Returns the given ID, or throws an error if it is missing because the 48 bits of
    /// milliseconds are used up.
    private func minted<ID>(_ id: ID?) throws -> ID {
        guard let id else { throw TimelineError.identifierInFuture(PushID.max.description) }
        return id
    }
}

extension SocialReader {
    /// Returns an author's newest stamp, above which the author's next stamp is minted.
    ///
    /// - Throws: ``TimelineError/clockBehind(_:)`` if the stamp is more than
    ///   ``PushID/clockTolerance`` ahead of the clock, or a storage error.
    func mintableNewestStamp(
        of author: User.ID,
        _ environment: TimelineEnvironment
    ) throws -> PushID {
        let newest = try newestStamp(of: author)
        guard newest.isAccepted(at: environment.now().millisecondsSince1970) else {
            throw TimelineError.clockBehind(Date(millisecondsSince1970: newest.milliseconds))
        }
        return newest
    }
}
