public import Foundation

extension UserSession {
    /// Publishes a post with one or more photos.
    ///
    /// - Parameters:
    ///   - photos: One to ten pictures, in the order in which the post shows them.
    ///   - caption: The caption, with up to ``TextField/limit`` characters. It may be empty.
    ///   - place: The place where the photos were taken, if known.
    ///   - date: The original time of a post that was published elsewhere, or `nil` for the current
    ///     time. The ID contains this time, so the post is sorted by it.
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/photoRefused(_:name:)``, ``TimelineError/photoCountRefused(_:)``,
    ///   ``TimelineError/invalidText(_:)``, ``TimelineError/invalidPlace(_:)``,
    ///   ``TimelineError/identifierInFuture(_:)`` if `date` is in the future,
    ///   ``TimelineError/notLoggedIn`` or a storage error. If an error is thrown, nothing is
    ///   posted, unless the storage failed during the commit.
    @discardableResult
    public func post(
        _ photos: [PhotoFile],
        caption: String = "",
        place: Place? = nil,
        date: Date? = nil
    ) async throws -> PostView {
        let sources = photos.map { PhotoSource($0) }
        return try await post(reading: sources, caption: caption, place: place, date: date)
    }

    /// Publishes a post, like ``post(_:caption:place:date:)``, with pictures that are read one after
    /// the other.
    ///
    /// - Throws: Any error of that method, or ``TimelineError/busy`` if too many posts wait.
    package func post(
        reading photos: [PhotoSource],
        caption: String,
        place: Place?,
        date: Date? = nil
    ) async throws -> PostView {
        guard Post.photoCount.contains(photos.count) else {
            throw TimelineError.photoCountRefused(photos.count)
        }
        let earlier = try date.map { try postID(at: $0) }
        let records = try await engine.keeping(reading: photos, of: userID) {
            (photos, social, accounts) -> ValidatedBatch in
            let content = Post.Content(caption: caption, photos: photos, place: place)
            return try batch(adding: content, withID: earlier, social, accounts)
        }
        let id = Post.ID(records.first?.stamp ?? .min)
        return try await readBack { try $0.requirePost(id, for: userID) }
    }

    /// Returns the ID of a post at an earlier time, like that of an import.
    ///
    /// The identity is random, so that the same photos can be posted again.
    ///
    /// - Throws: ``TimelineError/identifierInFuture(_:)`` if `date` is in the future.
    func postID(at date: Date) throws -> BoundID<Post> {
        let nonce = BlobID(of: Data(engine.environment.randomBytes(16))).description
        let id =
            SourceIdentity(["post", nonce])
            .boundID(at: date.millisecondsSince1970, by: userID) as BoundID<Post>
        let now = engine.environment.now()
        guard date <= now else { throw TimelineError.identifierInFuture(id.id.description) }
        try id.id.pushID.validate(now: now)
        return id
    }

    /// Mints the record of a post inside a transaction, with an ID of an earlier time or, if it is
    /// `nil`, a new one.
    func batch(
        adding content: Post.Content,
        withID id: BoundID<Post>?,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> ValidatedBatch {
        guard let id else { return try drafted(social, accounts) { _, _ in .postAdded(content) } }
        let user = try requireUser(social, accounts)
        try social.requireUnblocked(.postAdded(content), by: user)
        let key = try engine.deviceKey(of: user, social, accounts)
        var minter = try RecordMinter(key: key, author: user, above: social, engine.environment)
        try content.validate()
        try minter.add(content, withID: id)
        return try minter.batch()
    }

    /// Changes the caption, the place or the photo descriptions of one of the user's own posts.
    ///
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``; ``TimelineError/notYours(_:)``;
    ///   ``TimelineError/invalidText(_:)``; ``TimelineError/invalidPlace(_:)``;
    ///   ``TimelineError/photoCountRefused(_:)`` if the edit describes a photo that the post does
    ///   not have; or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func edit(_ id: Post.ID, _ edit: PostEdit) async throws -> PostView {
        try await say { reader, author in
            try reader.requirePost(id, of: author, to: .editPost)
            return .postEdited(id, edit)
        }
        return try await readBack { try $0.requirePost(id, for: userID) }
    }

    /// Deletes one of the user's own posts, along with its comments and likes, and any photos that
    /// nothing else references.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/notYours(_:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func delete(_ id: Post.ID) async throws {
        let blobs = try await read { reader, accounts, author in
            let photos = try reader.requirePost(id, of: author, to: .deletePost).photos
            return try reader.blobs(of: photos, by: userID, accounts)
        }
        _ = try await engine.removing(blobs) {
            try commit { reader, author in
                try reader.requirePost(id, of: author, to: .deletePost)
                return .postDeleted(id)
            }
        }
    }
}

extension Principal {
    /// Returns a post, as this principal sees it.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func post(_ id: Post.ID) async throws -> PostView {
        try await read { try $0.requirePost(id, for: $2) }
    }
}

extension SocialReader {
    /// Returns the post with the given ID.
    func requirePost(_ id: Post.ID, for viewer: User.ID? = nil) throws -> PostView {
        guard let post = try post(id, for: viewer) else {
            throw TimelineError.postNotFound(id.description)
        }
        return post
    }

    /// Returns the post with the given ID, provided that `author` may change it.
    @discardableResult
    func requirePost(
        _ id: Post.ID,
        of author: User.ID?,
        to action: TimelineError.Action
    ) throws -> PostView {
        let post = try requirePost(id)
        guard post.author.id == author else { throw TimelineError.notYours(action) }
        return post
    }
}

extension UserSession {
    /// Returns the posts and edits of this device that became void when its key was revoked, newest
    /// post first.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func drafts() async throws -> [PostDraft] {
        try await read { social, accounts, user in try accounts.drafts(of: user, social) }
    }

    /// Returns the numbers of other records of this device that became void at the same time, such as
    /// comments and likes, by kind.
    ///
    /// They are not kept. The numbers disappear with ``discardDrafts(_:)``.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func voidRecords() async throws -> [RecordKind: Int] {
        try await read { social, accounts, user in
            try accounts.voidRecords(of: user, social)
        }
    }

    /// Signs drafts with the present key of this device, which publishes their posts again under the
    /// same IDs, or edits them.
    ///
    /// Show the drafts to the user first: whoever had the device may have made them.
    ///
    /// - Parameter ids: The IDs of the drafts. Others and drafts without an effect are ignored.
    /// - Returns: The number of signed drafts.
    /// - Throws: ``TimelineError/deviceKeyRevoked`` if this device still has the revoked key,
    ///   ``TimelineError/notLoggedIn``, ``TimelineError/clockBehind(_:)`` or a storage error.
    @discardableResult
    public func signDrafts(_ ids: Set<Post.ID>) async throws -> Int {
        try await engine.writes.run { [engine] in
            var count = 0
            try engine.repository.apply { social, accounts in
                let user = try requireUser(social, accounts)
                let drafts = try accounts.drafts(of: user, social)
                    .filter { ids.contains($0.id) && $0.effect != .nothing }
                count = drafts.count
                guard !drafts.isEmpty else { return .empty }
                let key = try engine.deviceKey(of: user, social, accounts)
                var minter = try engine.minter(for: user, key, above: social)
                for draft in drafts.reversed() { try minter.add(draft) }
                try accounts.removeDrafts(Set(drafts.map(\.id)), of: user)
                return try minter.batch()
            }
            return count
        }
    }

    /// Deletes drafts, along with their pictures.
    ///
    /// - Parameter ids: The IDs of the drafts, or `nil` for all of them and the numbers of other void
    ///   records. Other IDs are ignored.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func discardDrafts(_ ids: Set<Post.ID>? = nil) async throws {
        let drafts = try await drafts().filter { ids?.contains($0.id) != false }
        try await engine.removing(drafts.flatMap(\.blobs)) { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                try accounts.removeDrafts(ids, of: user)
            }
        }
    }
}
