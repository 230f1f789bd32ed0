public import Foundation
public import TimelineCore
public import TimelineRecords

/// A source of signed records for tests, each stamped one ``step`` after the previous record.
///
/// The authors are test users (``TimelineCore/User/ID/init(number:)``), whose keys depend only on
/// their number. ``TimelineCore/SocialRepository/apply(_:oldestNews:)`` adds the certificates of
/// their device keys.
public struct RecordMaker: Sendable {
    /// The number of seconds between two stamps.
    ///
    /// With 0, stamps differ only in their random bits. They ascend in any case.
    public var step: TimeInterval = 1
    private var milliseconds = TestEnvironment.start.millisecondsSince1970
    private var newest = RecordPushID.lowest
    private var generator = SplitMix64(seed: 7)
    /// The posts that were made, with their current content.
    private var posts: [Post.ID: MadePost] = [:]
    private var comments: [Comment.ID: MadeComment] = [:]

    private struct MadePost {
        let id: BoundID
        let author: User.ID
        var content: Post.Content
    }

    private struct MadeComment {
        let id: BoundID
        let author: User.ID
        let post: BoundID
        let postAuthor: User.ID
    }

    /// Creates a source that stamps its first record at ``TestEnvironment/start``.
    public init() {}

    /// Returns the next stamp.
    public mutating func stamp() -> PushID {
        defer { milliseconds += UInt64(step * 1000) }
        var source = BoundIDSource(author: User.ID.leia.recordID, after: newest)
        newest = source.nextStamp(at: milliseconds, using: &generator) ?? newest
        return PushID(newest)
    }

    /// Creates the record of an intent.
    ///
    /// Edits replace the whole content of a post, as it is after the previous records of this maker.
    ///
    /// - Parameters:
    ///   - author: The author, a test user.
    ///   - intent: The intent. It must concern posts and comments of this maker. Of a profile, it
    ///     sets one field; for several, see ``profile(_:_:)``.
    ///   - stamp: The stamp of the record, or `nil` for the next one. Posts and comments choose
    ///     their own.
    /// - Returns: The record.
    /// - Throws: ``RecordMakerError``, or `RecordError` if a value is invalid.
    public mutating func record(
        _ author: User.ID,
        _ intent: Intent,
        at stamp: PushID? = nil
    ) throws -> VerifiedRecord {
        switch intent {
        case .profileUpdated(let update):
            let settings = update.settings
            guard settings.count == 1, let setting = settings.first else {
                throw RecordMakerError.severalFields
            }
            return try sign(.profileSet(setting), by: author, at: stamp)
        case .profileRemoved: return try sign(.userLeft, by: author, at: stamp)
        case .postAdded(let content): return try addPost(content, by: author)
        case .captionEdited(let post, let caption):
            return try edit(post, by: author, at: stamp) { $0.caption = caption }
        case .placeEdited(let post, let place):
            return try edit(post, by: author, at: stamp) { $0.place = place }
        case .altEdited(let post, let photo, let alt):
            return try edit(post, by: author, at: stamp) { content in
                guard content.photos.indices.contains(photo) else { return }
                content.photos[photo] = content.photos[photo].described(as: alt)
            }
        case .postDeleted(let post):
            let post = try made(post)
            return try sign(.postDeleted(post.id), by: author, on: post.author, at: stamp)
        case .commentAdded(let post, let text):
            return try addComment(text, on: made(post), by: author)
        case .commentDeleted(let comment):
            guard let comment = comments[comment] else { throw RecordMakerError.unknownID }
            let content: RecordContent =
                comment.author == author
                ? .commentDeleted(comment.id, post: comment.post)
                : .commentHidden(comment.id.id, post: comment.post)
            return try sign(content, by: author, on: comment.postAuthor, at: stamp)
        case .liked(let post):
            let post = try made(post)
            return try sign(.liked(post.id), by: author, on: post.author, at: stamp)
        case .unliked(let post):
            let post = try made(post)
            return try sign(.unliked(post.id), by: author, on: post.author, at: stamp)
        case .followed(let user):
            return try sign(.followed(user.recordID), by: author, at: stamp)
        case .unfollowed(let user):
            return try sign(.unfollowed(user.recordID), by: author, at: stamp)
        }
    }

    /// Creates a record that names or renames a user.
    public mutating func user(_ id: User.ID, _ name: String) throws -> VerifiedRecord {
        try record(id, .profileUpdated(ProfileUpdate(username: try Username(name))))
    }

    /// Creates the records of a profile, one for each field.
    public mutating func profile(
        _ author: User.ID,
        _ update: ProfileUpdate
    ) throws -> [VerifiedRecord] {
        try update.settings.map { try sign(.profileSet($0), by: author) }
    }

    /// Creates a record that adds a post with one photo.
    public mutating func post(
        _ author: User.ID,
        _ caption: String = "",
        photo seed: Int = 1
    ) throws -> VerifiedRecord {
        try addPost(
            Post.Content(caption: caption, photos: [TestPhotos.photo(seed: seed)]),
            by: author
        )
    }

    /// Creates a record that adds a comment to a post.
    public mutating func comment(
        _ author: User.ID,
        on post: VerifiedRecord,
        _ text: String
    ) throws -> VerifiedRecord {
        try record(author, .commentAdded(post.post, text: text))
    }

    // MARK: Signing

    private mutating func addPost(
        _ content: Post.Content,
        by author: User.ID
    ) throws -> VerifiedRecord {
        let id = try nextID(by: author)
        posts[Post.ID(id.id)] = MadePost(id: id, author: author, content: content)
        return try sign(.postSet(id, content.recordContent), by: author, at: PushID(id.id))
    }

    private mutating func edit(
        _ post: Post.ID,
        by author: User.ID,
        at stamp: PushID?,
        _ edit: (inout Post.Content) -> Void
    ) throws -> VerifiedRecord {
        var content = try made(post).content
        edit(&content)
        posts[post]?.content = content
        let id = try made(post).id
        return try sign(.postSet(id, content.recordContent), by: author, at: stamp)
    }

    private mutating func addComment(
        _ text: String,
        on post: MadePost,
        by author: User.ID
    ) throws -> VerifiedRecord {
        let id = try nextID(by: author, on: post.id.id)
        comments[Comment.ID(id.id)] = MadeComment(
            id: id,
            author: author,
            post: post.id,
            postAuthor: post.author
        )
        return try sign(
            .commentAdded(nonce: id.nonce, post: post.id, text: text),
            by: author,
            on: post.author,
            at: PushID(id.id)
        )
    }

    private mutating func nextID(
        by author: User.ID,
        on post: RecordPushID? = nil
    ) throws -> BoundID {
        defer { milliseconds += UInt64(step * 1000) }
        var source = BoundIDSource(author: author.recordID, after: newest)
        let id = source.nextID(at: milliseconds, on: post, using: &generator)
        guard let id else { throw RecordMakerError.unknownID }
        newest = id.id
        return id
    }

    private func made(_ post: Post.ID) throws -> MadePost {
        guard let post = posts[post] else { throw RecordMakerError.unknownID }
        return post
    }

    private mutating func sign(
        _ content: RecordContent,
        by author: User.ID,
        on postAuthor: User.ID? = nil,
        at stamp: PushID? = nil
    ) throws -> VerifiedRecord {
        let keys = try TestPeople.keys(of: author)
        let key = content.isSignedByRoot ? keys.root : keys.device
        let body = RecordBody(
            author: author.recordID,
            key: key.id,
            stamp: (stamp ?? self.stamp()).recordID,
            postAuthor: postAuthor?.recordID,
            content: content
        )
        return try VerifiedRecord(signing: body, with: key)
    }
}

/// A mistake in a test that makes records.
public enum RecordMakerError: Error {
    /// The author is not a test user.
    case unknownAuthor
    /// The post or comment was not made by this maker.
    case unknownID
    /// One record sets one field of a profile.
    case severalFields
}

extension VerifiedRecord {
    /// The ID of the post that this record adds.
    public var post: Post.ID { Post.ID(body.stamp) }

    /// The ID of the comment that this record adds.
    public var comment: Comment.ID { Comment.ID(body.stamp) }

    /// The author of the record.
    public var author: User.ID { User.ID(body.author) }

    /// The stamp of the record.
    public var stamp: PushID { PushID(body.stamp) }
}
