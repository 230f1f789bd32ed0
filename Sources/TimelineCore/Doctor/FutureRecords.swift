import Foundation

/// The records of a user that are dated in the future, and what a repair signs instead.
struct FutureRecords {
    private let author: User.ID
    private let limit: PushID
    /// The newest stamp of the user that is not in the future.
    let newest: PushID
    /// The records from the future that this device replaces: those that its key, a revoked key or
    /// the root key has signed.
    let records: [VerifiedRecord]
    /// Everything on the posts among them, by anyone.
    let replies: [VerifiedRecord]
    /// The user's other devices that have signed records from the future.
    let otherDevices: Set<KeyID>

    /// Reads a user's records.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - device: The key of this device.
    ///   - limit: The highest stamp that is not in the future.
    ///   - social: The state inside the write transaction.
    /// - Throws: A storage error.
    init(
        of user: User.ID,
        on device: KeyID?,
        newerThan limit: PushID,
        _ social: any SocialReader
    ) throws {
        let author = user
        (self.author, self.limit) = (author, limit)
        let heads = try social.recordHeads(
            inScopes: social.scopesOfReplies(by: author).union([author])
        )
        let ids = Set(heads.filter { $0.author == author }.map(\.position.id))
        let all = try social.records(withIDs: ids)
        // An edit from the future has replaced the first record of its post.
        newest =
            all.flatMap { [$0.stamp, $0.editedPost?.pushID].compactMap(\.self) }
            .filter { $0 <= limit }.max() ?? .min
        let future = all.filter { $0.stamp > limit }
        var keys = Set([device].compactMap(\.self))
        for record in try social.introductions(of: [author]) {
            if case .keyRevoked(let part) = record.content { keys.insert(part.key) }
        }
        records = future.filter { $0.content.isSignedByRoot || keys.contains($0.key) }
            .sorted()
        otherDevices = Set(future.map(\.key)).subtracting(records.map(\.key))
        replies = try records.compactMap(\.editedPost).filter { $0.pushID > limit }
            .flatMap { try social.replies(to: $0) }
    }

    /// The IDs of the records.
    var ids: Set<RecordID> { Set(records.map(\.id)) }

    /// Whether the root key has signed some of the records.
    var needRoot: Bool { records.contains { $0.content.isSignedByRoot } }

    /// Returns whether a device key has signed some of the records.
    func areSigned(by device: KeyID) -> Bool {
        records.contains { $0.key == device && !$0.content.isSignedByRoot }
    }

    /// Returns the kinds of records that replace what is signed again if they arrive once more, with
    /// the date of the first one, apart from records of a key that is revoked now.
    ///
    /// Deleted posts and comments stay deleted, whatever arrives.
    func returning(exceptBy revoked: KeyID?) -> [RecordKind: Date] {
        var dates: [RecordKind: Date] = [:]
        for record in records where record.key != revoked && !isOnMovedPost(record) {
            guard let kind = record.content.kind, !kind.isSignedByRoot, kind != .commentAdded,
                !kind.isDeletion || kind == .unliked
            else { continue }
            let date = Date(millisecondsSince1970: record.stamp.milliseconds)
            dates[kind] = min(dates[kind] ?? date, date)
        }
        return dates
    }

    /// Returns whether a record concerns a post of the user that is dated in the future.
    private func isOnMovedPost(_ record: VerifiedRecord) -> Bool {
        record.scope == author && record.concernedPost.map { $0.pushID > limit } == true
    }

    /// Signs the content of the records again.
    ///
    /// The old posts and comments are deleted. So the old replies to them disappear from all devices.
    ///
    /// - Parameters:
    ///   - signer: The signer, with the keys of the user and of those who replied.
    ///   - social: The state inside the write transaction.
    /// - Returns: The posts and comments with new IDs.
    /// - Throws: A storage error.
    func signAgain(
        with signer: inout PresentSigner,
        _ social: any SocialReader
    ) throws -> [ClockRepair.MovedItem] {
        var posts: [Post.ID: BoundID<Post>] = [:]
        var moved: [ClockRepair.MovedItem] = []
        // An edit has a later stamp, so the order is that of the posts.
        let none = Post.ID(.min)
        let byPost = records.sorted { ($0.concernedPost ?? none) < ($1.concernedPost ?? none) }
        for record in byPost {
            guard case .postSet(let old, let content) = record.content, isOnMovedPost(record)
            else { continue }
            let new = try signer.addPost(content, by: author)
            try signer.sign(.postDeleted(old), by: author)
            posts[old.id] = new
            moved.append(ClockRepair.MovedItem(old: .post(old.id), new: .post(new.id)))
        }
        for record in Set(records + replies).sorted() where signer.canSign(record) {
            let post = record.concernedPost.flatMap { posts[$0] }
            switch record.content {
            case .commentAdded(let nonce, let oldPost, let text):
                let new = try signer.addComment(text, on: post ?? oldPost, replacing: record)
                moved.append(
                    ClockRepair.MovedItem(
                        old: .comment(Comment.ID(record.stamp)),
                        new: .comment(new.id)
                    )
                )
                // On a moved post, the deletion of the post deletes it.
                guard post == nil else { continue }
                let old = BoundID(id: Comment.ID(record.stamp), nonce: nonce)
                try signer.sign(.commentDeleted(old, post: oldPost), by: author, on: record.scope)
            case .liked(let oldPost):
                try signer.sign(.liked(post ?? oldPost), by: record.author, on: record.scope)
            case .keyRevoked(let part):
                // Otherwise, what a stolen key has signed until then would be valid.
                try signer.sign(.keyRevoked(part.withLast(min(part.last, newest))), by: author)
            case .keyAdded, .profileSet, .accountDeleted, .postSet, .postDeleted, .commentDeleted,
                .commentHidden, .unliked, .followed, .unfollowed, .unknown:
                // A moved post is signed already, and everything on the old one is deleted with it.
                guard post == nil else { continue }
                try signer.sign(record.content, by: author, on: record.scope)
            }
        }
        return moved
    }
}

extension VerifiedRecord {
    /// The ID of the post that the record adds or edits.
    fileprivate var editedPost: Post.ID? { content.kind == .postSet ? concernedPost : nil }
}

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
    func canSign(_ record: VerifiedRecord) -> Bool { keys[record.author] != nil }

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
        replacing record: VerifiedRecord
    ) throws -> BoundID<Comment> {
        var source = BoundIDSource(author: record.author, after: newest)
        let id: BoundID<Comment> = try minted(
            source.nextID(at: milliseconds, on: post.id, using: &random)
        )
        let content = RecordContent.commentAdded(nonce: id.nonce, post: post, text: text)
        try sign(content, at: id.stamp, by: record.author, on: record.scope)
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
        do throws(RecordError) {
            records.append(
                try VerifiedRecord(
                    author: author,
                    stamp: stamp,
                    postAuthor: postAuthor,
                    content: content,
                    signedWith: key
                )
            )
        } catch {
            throw TimelineError.unsigned(error)
        }
    }

    private func minted<ID>(_ id: ID?) throws -> ID {
        guard let id else { throw TimelineError.identifierInFuture(PushID.max.description) }
        return id
    }
}
