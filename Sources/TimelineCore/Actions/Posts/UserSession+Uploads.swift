package import Foundation

extension UserSession {
    /// Uploads a photo for a later post.
    ///
    /// The picture is prepared and stored like that of a post. Also removes uploads of all users
    /// that no post has used within ``Upload/lifetime``, and the user's oldest ones beyond
    /// ``Upload/countLimit``.
    ///
    /// - Parameter source: The picture, with its description.
    /// - Returns: The upload, which only this user can read and use.
    /// - Throws: ``TimelineError/photoRefused(_:name:)``, ``TimelineError/invalidText(_:)`` if the
    ///   description is too long, ``TimelineError/busy``, ``TimelineError/notLoggedIn`` or a
    ///   storage error.
    package func upload(reading source: PhotoSource) async throws -> Upload {
        let id = Upload.ID(environment: engine.environment)
        let now = Date(millisecondsSince1970: engine.environment.now().millisecondsSince1970)
        let added = Lock<Upload?>(nil)
        _ = try await engine.preparing([source], of: userID) { photos, social, accounts in
            let user = try requireUser(social, accounts)
            _ = try social.requireUser(user)
            guard let prepared = photos.first else { throw TimelineError.photoCountRefused(0) }
            let upload = Upload(id: id, photo: prepared.photo, createdAt: now)
            try Post.Content(photos: [upload.photo]).validate()
            var released = try accounts.removeUploads(before: now - Upload.lifetime, limit: 100)
            released += try accounts.add(upload, original: prepared.original, of: user)
            added.withLock { $0 = upload }
            return Kept(.empty, released: released)
        }
        guard let upload = added.withLock(\.self) else {
            throw TimelineError.itemNotFound(id.description)
        }
        return upload
    }

    /// Returns one of the user's unused uploads.
    ///
    /// - Throws: ``TimelineError/itemNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    package func upload(_ id: Upload.ID) async throws -> Upload {
        try await read { _, accounts, user in try accounts.upload(id, of: user) }
    }

    /// Changes the description of one of the user's unused uploads.
    ///
    /// - Parameters:
    ///   - id: The ID of the upload.
    ///   - alt: The description, up to 1,500 characters long. A blank one is removed.
    /// - Returns: The upload.
    /// - Throws: ``TimelineError/itemNotFound(_:)``, ``TimelineError/invalidText(_:)`` or
    ///   ``TimelineError/notLoggedIn``.
    package func describeUpload(_ id: Upload.ID, as alt: String?) async throws -> Upload {
        let alt = alt.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
        try TextField.alt.check(alt)
        return try await writeAccounts { accounts, user in
            try accounts.describeUpload(id, as: alt, of: user)
        }
    }

    /// Deletes one of the user's unused uploads, with its pictures.
    ///
    /// - Throws: ``TimelineError/itemNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    package func deleteUpload(_ id: Upload.ID) async throws {
        let blobs = try await read { social, accounts, user in
            let photo = try accounts.upload(id, of: user).photo
            return try social.blobs(of: [photo], by: user, accounts)
        }
        try await engine.removing(blobs) { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                _ = try accounts.removeUpload(id, of: requireUser(social, accounts))
            }
        }
    }

    /// Publishes a post with photos that the user has uploaded.
    ///
    /// The post takes the place of the uploads, in one transaction.
    ///
    /// - Parameters:
    ///   - uploads: The IDs of one to ten unused uploads, in the order in which the post shows them.
    ///   - caption: The caption, with up to ``TextField/limit`` characters. It may be empty.
    ///   - place: The place where the photos were taken, if known.
    ///   - date: The original time of a post that was published elsewhere, or `nil` for the current
    ///     time.
    ///   - idempotencyKey: A text with which the request may be repeated, or `nil`. Within 24 hours,
    ///     a further request with the same key posts nothing and returns the first post, even if its
    ///     other parameters differ, unless that post has been deleted.
    /// - Returns: The post, read after the commit, and whether an earlier request has published it.
    /// - Throws: ``TimelineError/itemNotFound(_:)`` if the user has no such upload, or any error of
    ///   ``post(_:caption:place:date:)``. If an error is thrown, nothing is posted and the uploads
    ///   stay, unless the storage failed during the commit.
    package func post(
        uploads: [Upload.ID],
        caption: String,
        place: Place? = nil,
        date: Date? = nil,
        idempotencyKey: String? = nil
    ) async throws -> (post: PostView, isRepeated: Bool) {
        guard Post.photoCount.contains(uploads.count) else {
            throw TimelineError.photoCountRefused(uploads.count)
        }
        let earlier = try date.map { try postID(at: $0) }
        let key = idempotencyKey.map { IdempotencyKey($0, of: .post) }
        let (id, isRepeated) = try await once(key) { social, accounts, user in
            let photos = try uploads.map { try accounts.removeUpload($0, of: user).photo }
            let content = Post.Content(caption: caption, photos: photos, place: place)
            return try batch(adding: content, withID: earlier, social, accounts)
        }
        let post = try await readBack { try $0.requirePost(Post.ID(id), for: userID) }
        return (post, isRepeated)
    }

    /// Deletes one of the user's own posts, like ``delete(_:)-(Post.ID)``, but keeps its photos as
    /// unused uploads, so that the user can post them again with another text.
    ///
    /// The uploads take the place of the post, in one transaction. Their IDs follow from that of the
    /// post; see ``Upload/ID/init(photo:of:)``.
    ///
    /// - Throws: Any error of that method.
    package func deleteKeepingPhotos(_ id: Post.ID) async throws {
        let now = Date(millisecondsSince1970: engine.environment.now().millisecondsSince1970)
        _ = try await engine.preparing([], of: userID) { _, social, accounts in
            var released: [BlobID] = []
            let batch = try drafted(social, accounts) { social, user in
                let post = try social.requirePost(id, of: user, to: .deletePost)
                for (index, photo) in zip(UInt8.min..., post.photos) {
                    let upload = Upload(
                        id: .init(photo: index, of: id),
                        photo: photo,
                        createdAt: now
                    )
                    released += try accounts.add(upload, original: nil, of: user)
                }
                return .postDeleted(id)
            }
            return Kept(batch, released: released)
        }
    }

    /// Adds a comment to a post, like ``comment(on:_:)``.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - text: The text of the comment, with 1 to ``TextField/limit`` characters. White space
    ///     around it is removed.
    ///   - idempotencyKey: A text with which the request may be repeated, or `nil`. Within 24 hours,
    ///     a further request with the same key adds nothing and returns the first comment, even if
    ///     its other parameters differ, unless that comment has been deleted.
    /// - Returns: The comment, read after the commit, and whether an earlier request has added it.
    /// - Throws: Any error of that method.
    package func comment(
        on post: Post.ID,
        text: String,
        idempotencyKey: String? = nil
    ) async throws -> (comment: CommentView, isRepeated: Bool) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let key = idempotencyKey.map { IdempotencyKey($0, of: .comment) }
        let (id, isRepeated) = try await once(key) { social, accounts, _ in
            try drafted(social, accounts) { reader, _ in
                _ = try reader.requirePost(post)
                return .commentAdded(post, text: text)
            }
        }
        let comment = try await readBack { try $0.requireComment(Comment.ID(id)) }
        return (comment, isRepeated)
    }

    /// Adds a post or a comment, unless an earlier request with the same key has done so and its
    /// result still exists.
    ///
    /// - Parameters:
    ///   - key: The key, or `nil` for a request that may not be repeated.
    ///   - draft: Returns the record of the post or comment, and may write private data in the same
    ///     transaction. It may run more than once.
    /// - Returns: The ID of the post or comment, and whether an earlier request has added it.
    /// - Throws: ``TimelineError/notLoggedIn``, any error thrown by `draft`, or a storage error.
    private func once(
        _ key: IdempotencyKey?,
        _ draft:
            @escaping @Sendable (any SocialReader, any AccountWriter, User.ID) throws ->
            ValidatedBatch
    ) async throws -> (id: PushID, isRepeated: Bool) {
        try await engine.writes.run { [engine] in
            var former: PushID?
            let records = try engine.repository.apply { social, accounts in
                let (user, now) = (try requireUser(social, accounts), engine.environment.now())
                former = try key.flatMap { try accounts.itemAdded(with: $0, by: user, at: now) }
                    .flatMap { try social.hasItem($0) ? $0 : nil }
                guard former == nil else { return .empty }
                let batch = try draft(social, accounts, user)
                if let key, let id = batch.records.first?.stamp {
                    try accounts.note(id, addedWith: key, by: user, at: now)
                }
                return batch
            }
            return (former ?? records.first?.stamp ?? .min, former != nil)
        }
    }
}

extension SocialReader {
    /// Returns whether a post or a comment exists.
    fileprivate func hasItem(_ id: PushID) throws -> Bool {
        try post(Post.ID(id), for: nil) != nil || comment(Comment.ID(id)) != nil
    }
}

extension Guest {
    /// Removes the uploads of all users that no post has used within ``Upload/lifetime``, with their
    /// pictures.
    ///
    /// A server calls this method at its start and every hour.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many writes are queued.
    package func removeOldUploads() async throws {
        let date = engine.environment.now() - Upload.lifetime
        while true {
            let (count, blobs) = try await engine.read { social, accounts in
                let old = try accounts.uploads(before: date, limit: 100)
                let blobs = try old.compactMap(\.owned)
                    .flatMap { try social.blobs(of: [$0.upload.photo], by: $0.user, accounts) }
                return (old.count, blobs)
            }
            guard count > 0 else { return }
            try await engine.removing(blobs) { [engine] in
                try engine.repository.writeAccounts { accounts in
                    _ = try accounts.removeUploads(before: date, limit: count)
                }
            }
        }
    }
}
