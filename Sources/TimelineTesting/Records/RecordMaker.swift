package import Foundation
package import TimelineCore

/// A source of signed records for tests, each stamped one ``step`` after the previous record.
///
/// The authors are test users (`User.ID(number:)`), whose keys depend only on
/// their number, or users who signed up in a test. The certificates of their device keys are not
/// part of the records: see `Array.certified`.
package struct RecordMaker: Sendable {
    /// The number of seconds between two stamps.
    ///
    /// With 0, stamps differ only in their random bits. They ascend in any case.
    package var step: TimeInterval = 1
    /// The device that signs the records: 0, or 1 for the author's second device.
    ///
    /// Root keys sign what only they may sign.
    package var device = 0
    private var milliseconds: UInt64 = 0
    private var newest = PushID.min
    private var generator: SplitMix64
    /// The posts that were made, with their current content.
    private var posts: [Post.ID: MadePost] = [:]
    private var comments: [Comment.ID: MadeComment] = [:]

    struct MadePost {
        let id: BoundID<Post>
        let author: User.ID
        var content: Post.Content
    }

    private struct MadeComment {
        let id: BoundID<Comment>
        let author: User.ID
        let post: BoundID<Post>
        let postAuthor: User.ID
    }

    /// The time of the next record.
    ///
    /// After it is set to an earlier time, the next stamps are lower than the previous ones.
    package var now: Date {
        get { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
        set { (milliseconds, newest) = (newValue.millisecondsSince1970, .min) }
    }

    /// Creates a source that stamps its first record at the given time.
    ///
    /// - Parameters:
    ///   - date: The time of the first record.
    ///   - seed: The seed of the random bits of IDs and stamps.
    package init(at date: Date = TestEnvironment.start, seed: UInt64 = 7) {
        generator = SplitMix64(seed: seed)
        now = date
    }

    /// Lets intents concern a post or comment that was made elsewhere.
    ///
    /// - Parameter record: The record that sets the post or adds the comment.
    package mutating func know(_ record: VerifiedRecord) {
        switch record.content {
        case .postSet(let id, let content):
            posts[id.id] = MadePost(id: id, author: record.author, content: content)
        case .commentAdded(let nonce, let post, _):
            comments[record.comment] = MadeComment(
                id: BoundID(id: record.comment, nonce: nonce),
                author: record.author,
                post: post,
                postAuthor: record.scope
            )
        default: break
        }
    }

    /// Returns the next stamp.
    package mutating func stamp() -> PushID {
        defer { milliseconds += UInt64(step * 1000) }
        var source = BoundIDSource(author: .leia, after: newest)
        newest = source.nextStamp(at: milliseconds, using: &generator) ?? newest
        return newest
    }

    /// Creates the record with which a user deletes their account.
    package mutating func accountDeleted(_ user: User.ID) throws -> VerifiedRecord {
        try sign(.accountDeleted, by: user)
    }

    /// Creates the record that revokes a user's first device key.
    ///
    /// - Parameters:
    ///   - user: A test user.
    ///   - last: The stamp of the last valid record.
    ///   - records: The valid records; at most those of one part of a revocation.
    /// - Returns: The record.
    /// - Throws: ``RecordMakerError/unknownAuthor``.
    package mutating func revocation(
        of user: User.ID,
        after last: PushID,
        keeping records: [VerifiedRecord]
    ) throws -> VerifiedRecord {
        let parts = KeyRevocation.parts(
            of: try TestPeople.person(user).keys.device.id,
            last: last,
            listing: records.map(\.id),
            using: &generator
        )
        return try sign(.keyRevoked(parts[0]), by: user)
    }

    /// Creates the record of an intent.
    ///
    /// Edits replace the whole content of a post, as it is after the previous records of this maker.
    ///
    /// - Parameters:
    ///   - author: The author, a test user.
    ///   - intent: The intent. It must concern posts and comments of this maker or those of
    ///     ``know(_:)``. It sets at most one field of a profile; for several, see
    ///     ``profile(_:_:)``.
    ///   - stamp: The stamp of the record, or `nil` for the next one. Posts and comments choose
    ///     their own.
    /// - Returns: The record.
    /// - Throws: ``RecordMakerError``, or `RecordError` if a value is invalid.
    package mutating func record(
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
        case .postAdded(let content): return try post(author, content)
        case .postEdited(let post, var edit):
            let made = try made(post)
            edit.alts = edit.alts.filter { made.content.photos.indices.contains($0.key) }
            let content = try edit.applied(to: made.content)
            posts[post]?.content = content
            return try sign(.postSet(made.id, content), by: author, at: stamp)
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
            return try sign(.followed(user), by: author, at: stamp)
        case .unfollowed(let user):
            return try sign(.unfollowed(user), by: author, at: stamp)
        }
    }

    /// Creates a record that names or renames a user.
    package mutating func user(_ id: User.ID, _ name: String) throws -> VerifiedRecord {
        try record(id, .profileUpdated(ProfileUpdate(username: try Username(name))))
    }

    /// Creates the records of a profile, one for each field.
    package mutating func profile(
        _ author: User.ID,
        _ update: ProfileUpdate
    ) throws -> [VerifiedRecord] {
        try update.settings.map { try sign(.profileSet($0), by: author) }
    }

    /// Creates a record that adds a post with one photo.
    ///
    /// - Parameters:
    ///   - author: The author, a test user.
    ///   - caption: The caption.
    ///   - seed: The seed of the photo.
    ///   - date: The time of the post, or `nil` for that of the next record. It does not change
    ///     ``now``.
    /// - Returns: The record.
    /// - Throws: ``RecordMakerError``, or `RecordError` if a value is invalid.
    package mutating func post(
        _ author: User.ID,
        _ caption: String = "",
        photo seed: Int = 1,
        at date: Date? = nil
    ) throws -> VerifiedRecord {
        let next = (milliseconds, newest)
        defer { if date != nil { (milliseconds, newest) = next } }
        if let date { now = date }
        let content = Post.Content(caption: caption, photos: [TestPhotos.photo(seed: seed)])
        return try post(author, content)
    }

    /// Creates a record that adds a post.
    ///
    /// - Parameters:
    ///   - author: The author, a test user.
    ///   - content: The content.
    ///   - isWanted: Returns whether the post may have an ID. IDs follow from hashes, so a condition
    ///     that few of them meet takes long.
    /// - Returns: The record.
    /// - Throws: ``RecordMakerError``, or `RecordError` if a value is invalid.
    package mutating func post(
        _ author: User.ID,
        _ content: Post.Content,
        withID isWanted: (Post.ID) -> Bool = { _ in true }
    ) throws -> VerifiedRecord {
        let id = try nextID(by: author, where: isWanted)
        posts[id.id] = MadePost(id: id, author: author, content: content)
        return try sign(.postSet(id, content), by: author, at: id.stamp)
    }

    /// Creates a record that adds a comment to a post.
    package mutating func comment(
        _ author: User.ID,
        on post: VerifiedRecord,
        _ text: String
    ) throws -> VerifiedRecord {
        try record(author, .commentAdded(post.post, text: text))
    }

    /// Creates at least one record of every kind that a device key signs, and one of a user who
    /// leaves.
    ///
    /// The records are in an order in which each of them takes effect.
    package static func everyKind() throws -> [VerifiedRecord] {
        var make = RecordMaker()
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ]
        let post = try make.post(.leia, "first")
        let gone = try make.post(.leia, "gone")
        let comments = [
            try make.comment(.han, on: post, "yes"), try make.comment(.han, on: post, "no"),
            try make.comment(.luke, on: post, "perhaps"),
        ]
        let profile = ProfileUpdate(
            displayName: .set("Leia"),
            bio: .set("princess"),
            url: .set("https://example.org"),
            avatar: .set(TestPhotos.photo(seed: 2))
        )
        let intents: [(User.ID, Intent)] = [
            (.leia, .postEdited(post.post, PostEdit(caption: "edited"))),
            (.leia, .postEdited(post.post, PostEdit(place: .set(Place(name: "Hoth"))))),
            (.leia, .postEdited(post.post, PostEdit(alts: [0: "two suns"]))),
            (.leia, .postDeleted(gone.post)),
            (.han, .commentDeleted(comments[1].comment)),
            (.leia, .commentDeleted(comments[2].comment)),
            (.han, .liked(post.post)),
            (.luke, .liked(post.post)),
            (.luke, .unliked(post.post)),
            (.han, .followed(.leia)),
            (.leia, .followed(.han)),
            (.leia, .unfollowed(.han)),
            (.luke, .followed(.leia)),
        ]
        return try users + make.profile(.leia, profile) + [post, gone] + comments
            + intents.map { try make.record($0, $1) } + [make.accountDeleted(.luke)]
    }

    // MARK: Signing

    private mutating func addComment(
        _ text: String,
        on post: MadePost,
        by author: User.ID
    ) throws -> VerifiedRecord {
        let id: BoundID<Comment> = try nextID(by: author, on: post.id.id)
        comments[id.id] = MadeComment(
            id: id,
            author: author,
            post: post.id,
            postAuthor: post.author
        )
        return try sign(
            .commentAdded(nonce: id.nonce, post: post.id, text: text),
            by: author,
            on: post.author,
            at: id.stamp
        )
    }

    private mutating func nextID<Subject>(
        by author: User.ID,
        on post: Post.ID? = nil,
        where isWanted: (PushIdentifier<Subject>) -> Bool = { _ in true }
    ) throws -> BoundID<Subject> {
        defer { milliseconds += UInt64(step * 1000) }
        while true {
            var source = BoundIDSource(author: author, after: newest)
            let id: BoundID<Subject>? = source.nextID(at: milliseconds, on: post, using: &generator)
            guard let id else { throw RecordMakerError.unknownID }
            guard isWanted(id.id) else { continue }
            newest = id.stamp
            return id
        }
    }

    /// Returns a post that was made.
    func made(_ post: Post.ID) throws -> MadePost {
        guard let post = posts[post] else { throw RecordMakerError.unknownID }
        return post
    }

    /// Signs a statement with the key of the author's device, or with the root key if only it may
    /// sign the statement.
    mutating func sign(
        _ content: RecordContent,
        by author: User.ID,
        on postAuthor: User.ID? = nil,
        at stamp: PushID? = nil
    ) throws -> VerifiedRecord {
        let person = try TestPeople.person(author)
        let key = content.isSignedByRoot ? person.keys.root : person.key(ofDevice: device)
        return try VerifiedRecord(
            author: author,
            stamp: stamp ?? self.stamp(),
            postAuthor: postAuthor,
            content: content,
            signedWith: key
        )
    }
}

/// A mistake in a test that makes records.
package enum RecordMakerError: Error {
    /// The author is not a test user.
    case unknownAuthor
    /// The post or comment was not made by this maker.
    case unknownID
    /// One record sets one field of a profile.
    case severalFields
}

extension [VerifiedRecord] {
    /// The records, after the certificates of the keys that signed them, as far as these are keys of
    /// test users.
    package var certified: [VerifiedRecord] {
        get throws { try TestPeople.certificates(for: self) + self }
    }
}

extension VerifiedRecord {
    /// The ID of the post that this record adds.
    package var post: Post.ID { Post.ID(stamp) }

    /// The ID of the comment that this record adds.
    package var comment: Comment.ID { Comment.ID(stamp) }

    /// Whether this record adds a comment.
    package var addsComment: Bool { content.kind == .commentAdded }
}
