package import Foundation

/// Whether a store contains a post that an import would add.
package enum ImportedPresence: Hashable, Sendable {
    /// The store contains the post with this number of photos.
    case present(photoCount: Int)
    /// The post was imported before and then deleted.
    case deleted
}

extension UserSession {
    /// The current time, according to the store's environment.
    package var importTime: Date { engine.environment.now() }

    /// Runs work that reads an archive, which may take a long time, on the queue for upkeep.
    package func readingArchive<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await engine.upkeep.run(work)
    }

    /// Creates the public copy and the preview of a picture.
    ///
    /// Unlike other calls, this call never throws ``TimelineError/busy``, so an import is not
    /// interrupted by other work. The caller limits the number of simultaneous calls.
    package func prepare(_ file: PhotoFile) async throws -> PreparedPhoto {
        let memory = PhotoSource(file).memory(engine.photoProcessor)
        return try await MemoryBudget.pictures.run(bytes: memory) {
            try await engine.pictures.lane.run { [engine] in
                try file.prepared(by: engine.photoProcessor)
            }
        }
    }

    /// Returns those of the given posts by the session's user that the store contains or that were
    /// deleted.
    ///
    /// Deletions of posts without a record are not found. Importing such a post changes nothing.
    package func presence(of ids: [Post.ID]) async throws -> [Post.ID: ImportedPresence] {
        try await read { reader, _, _ in
            var presence: [Post.ID: ImportedPresence] = [:]
            for post in try reader.posts(ids, for: nil) {
                presence[post.id] = .present(photoCount: post.photos.count)
            }
            for id in ids where presence[id] == nil {
                if try reader.record(setting: .deletedPost(id)) != nil {
                    presence[id] = .deleted
                }
            }
            return presence
        }
    }

    /// Returns the IDs of the user's posts by their nonces, in order, those of deleted posts included.
    ///
    /// An imported post has a nonce that its source determines. Its date, which the ID contains, may
    /// depend on more. This reads all posts of the user.
    package func postIDsByNonce() async throws -> [Nonce: [Post.ID]] {
        try await read { reader, _, user in
            var heads = try reader.recordHeads(inScopes: [user]).filter { $0.author == user }[...]
            var ids: [Nonce: Set<Post.ID>] = [:]
            // Only a part of the records is in memory at a time.
            while !heads.isEmpty {
                let part = heads.prefix(1000)
                for record in try reader.records(withIDs: Set(part.map(\.position.id))) {
                    switch record.content {
                    case .postSet(let post, _), .postDeleted(let post):
                        ids[post.nonce, default: []].insert(post.id)
                    default: continue
                    }
                }
                heads = heads.dropFirst(part.count)
            }
            return ids.mapValues { $0.sorted() }
        }
    }

    /// Returns those of the given public copies that posts by the session's user show.
    package func photosInPosts(among blobs: Set<BlobID>) async throws -> Set<BlobID> {
        let user = userID
        return try await read { reader, _, _ in
            try blobs.filter { try reader.isInPost($0, by: user) }
        }
    }

    /// Returns those of the given files that posts by the session's user show.
    ///
    /// A file is found if it is an original in this store, or equals its public copy. The public
    /// copies of all others are needed to find them.
    package func filesInPosts(among files: Set<BlobID>) async throws -> Set<BlobID> {
        try await read { reader, accounts, user in
            try files.filter { file in
                let photos = try accounts.originals(.file(file)).filter { $0.user == user }
                return try (photos.map(\.photo) + [file])
                    .contains { try reader.isInPost($0, by: user) }
            }
        }
    }

    /// Adds posts that the session's user published elsewhere, in one transaction.
    ///
    /// The posts are signed by the user's device and retain their original times. Importing a post
    /// again changes nothing, and deleted posts stay deleted.
    ///
    /// - Parameter posts: The posts, which must pass ``ImportedPost/validate(now:)``.
    /// - Throws: ``TimelineError/notLoggedIn``, ``TimelineError/deviceKeyRevoked``,
    ///   ``TimelineError/clockBehind(_:)`` or a storage error. If an error is thrown, nothing is imported, unless the storage failed during the
    ///   commit.
    package func add(_ posts: [ImportedPost]) async throws {
        guard !posts.isEmpty else { return }
        _ = try await engine.keeping(posts.flatMap(\.photos)) { social, accounts in
            let user = try requireUser(social, accounts)
            _ = try social.requireUser(user)
            return try engine.batch(importing: posts, by: user, in: social, accounts)
        }
    }
}

extension SocialReader {
    /// Returns whether a post by the given user shows a public copy.
    fileprivate func isInPost(_ blob: BlobID, by user: User.ID) throws -> Bool {
        // This query is cheaper, but it also considers the avatar.
        guard try isShown(blob, by: user) else { return false }
        let ids = try postIDs(.showing(blob), in: PostRange(limit: .max))
        return try posts(ids, for: nil).contains { $0.author.id == user }
    }
}

extension TimelineEngine {
    /// Checks and signs imported posts.
    fileprivate func batch(
        importing posts: [ImportedPost],
        by author: User.ID,
        in social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> ValidatedBatch {
        let now = environment.now()
        for post in posts { try post.validate(now: now) }
        let key = try deviceKey(of: author, social, accounts)
        var minter = try RecordMinter(key: key, author: author, above: social, environment)
        for post in posts {
            let id = post.boundID(by: author)
            try minter.add(post.content, withID: id)
            for comment in post.comments(by: author) {
                try minter.add(comment.comment, withID: comment.id, on: id)
            }
        }
        return try minter.batch()
    }
}

/// A post that a user published elsewhere at a known time, and imports as their own.
///
/// The time and the source identity determine the ID, so each of the user's devices imports the
/// same entry under the same ID.
package struct ImportedPost: Sendable {
    /// The original time in milliseconds since 1970.
    package let milliseconds: UInt64
    /// The identity of the entry in its source.
    package let source: SourceIdentity
    /// The caption, the photos and the place.
    package let content: Post.Content
    /// The photos in `content`, with the bytes of their blobs.
    let photos: [PreparedPhoto]
    /// The texts of the comments that continue a caption too long for one post.
    package let continuation: [String]

    /// Creates a post without checking its values.
    package init(
        milliseconds: UInt64,
        source: SourceIdentity,
        caption: String,
        photos: [PreparedPhoto],
        place: Place?,
        continuation: [String] = []
    ) {
        self.milliseconds = milliseconds
        self.source = source
        self.photos = photos
        self.continuation = continuation
        content = Post.Content(caption: caption, photos: photos.map(\.photo), place: place)
    }

    /// Returns the ID of the post if `author` imports it.
    package func id(by author: User.ID) -> Post.ID { boundID(by: author).id }

    /// Returns the ID and the nonce that proves its author.
    func boundID(by author: User.ID) -> BoundID<Post> {
        source.boundID(at: milliseconds, by: author)
    }

    /// Returns the comments that continue the caption, with their IDs.
    ///
    /// They follow the post at intervals of one millisecond.
    func comments(by author: User.ID) -> [(comment: Comment, id: BoundID<Comment>)] {
        let post = boundID(by: author).id
        return continuation.enumerated()
            .map { index, text in
                let id = BoundID<Comment>(
                    milliseconds: milliseconds + 1 + UInt64(index),
                    nonce: source.nonce,
                    author: author,
                    on: post
                )
                return (Comment(id: id.id, post: post, author: author, text: text), id)
            }
    }

    /// Checks every value of the post and its comments.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package func validate(now: Date) throws(TimelineError) {
        let author = User.ID(UUID())
        try id(by: author).pushID.validate(now: now)
        try content.validate()
        for (comment, id) in comments(by: author) {
            try id.stamp.validate(now: now)
            try TextField.comment.check(comment.text)
        }
    }
}
