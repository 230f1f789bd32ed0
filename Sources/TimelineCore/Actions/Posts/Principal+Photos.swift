public import Foundation

extension Principal {
    /// Returns the bytes of a photo.
    ///
    /// If this principal's user posted the photo or uses it as their avatar, the result is the
    /// original file, byte for byte. Otherwise, it is the public copy, without metadata.
    ///
    /// ```swift
    /// let jpeg = try await session.data(of: post.photos[0])
    /// ```
    ///
    /// - Parameters:
    ///   - photo: A photo in a post, or an avatar.
    ///   - isStripped: Whether to return the public copy instead of the original.
    /// - Returns: The bytes of the complete file.
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no visible post or profile shows the photo;
    ///   ``TimelineError/photoNotArrived`` if sync has not received it yet; or
    ///   ``TimelineError/storageFailed(_:)`` if its bytes are missing or damaged.
    public func data(
        of photo: Photo,
        isStripped: Bool = false
    ) async throws -> Data {
        try await data(of: photo.blob, isStripped: isStripped)
    }

    /// Returns the bytes of the photo with the given ID.
    ///
    /// - Throws: Any error thrown by the method that takes a ``Photo``.
    public func data(
        of blob: BlobID,
        isStripped: Bool = false
    ) async throws -> Data {
        let file = try await read { reader, accounts, viewer in
            try reader.file(of: blob, isStripped: isStripped, accounts, for: viewer)
        }
        return try await engine.stored(file)
    }

    /// Returns the preview of a photo as a JPEG file, or `nil` if the photo has no preview.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no visible post or profile shows the photo,
    ///   ``TimelineError/photoNotArrived`` if sync has not received the preview yet, or
    ///   ``TimelineError/storageFailed(_:)`` if the bytes of the preview are missing or damaged.
    public func preview(of photo: Photo) async throws -> Data? {
        guard let preview = photo.preview else { return nil }
        _ = try await read { try $0.requirePhoto(preview.blob, for: $2) }
        return try await engine.stored(preview.blob)
    }

    /// Returns whether this principal's user posted a photo or uses it as their avatar.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no visible post or profile shows the photo.
    public func shares(_ blob: BlobID) async throws -> Bool {
        try await read { try $0.requirePhoto(blob, for: $2) }
    }
}

extension TimelineEngine {
    /// Reads a blob and verifies its hash, after the snapshot that permits it.
    fileprivate func stored(_ blob: BlobID) async throws -> Data {
        try await files.run { [blobs, repository] in
            if let content = try blobs.data(for: blob) { return content }
            guard try repository.read({ try $1.isAwaited(blob) }) else {
                throw TimelineError.unreadable(blob, fault: .missing)
            }
            throw TimelineError.photoNotArrived
        }
    }
}

extension SocialReader {
    /// Checks that a photo is shown in a post or profile that is visible to `viewer`.
    ///
    /// - Returns: Whether the viewer posted the photo or uses it as their avatar.
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    @discardableResult
    func requirePhoto(_ blob: BlobID, for viewer: User.ID?) throws -> Bool {
        if let viewer, try isShown(blob, by: viewer) { return true }
        guard try isShown(blob, by: nil) else {
            throw TimelineError.photoNotFound(blob.description)
        }
        return false
    }

    /// Returns the blob that is served to a viewer who requests a photo.
    fileprivate func file(
        of photo: BlobID,
        isStripped: Bool,
        _ accounts: any AccountReader,
        for viewer: User.ID?
    ) throws -> BlobID {
        let isOwn = try requirePhoto(photo, for: viewer)
        guard isOwn, !isStripped, let viewer else { return photo }
        return try accounts.original(of: photo, by: viewer) ?? photo
    }

    /// Checks that `user` already shows a photo and its preview.
    ///
    /// Knowing the ID of a photo is not sufficient to share it.
    func requirePhoto(_ photo: Photo, of user: User.ID) throws {
        for blob in photo.blobs where try !isShown(blob, by: user) {
            throw TimelineError.photoNotFound(blob.description)
        }
    }
}

extension Principal {
    /// Returns this principal's permission to read a blob, which must be the public copy or the
    /// preview of a photo.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no visible post or profile shows the photo,
    ///   and this principal's user has not uploaded it for a later post.
    public func access(to blob: BlobID) async throws -> PhotoAccess {
        try await read { try $0.requireAccess(to: blob, $1, for: $2) }
    }
}

extension Guest {
    /// Validates a session and returns its user's permission to read a photo's blob, in one
    /// snapshot.
    ///
    /// Unlike ``session(for:)``, this method does not record the use of the session.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``, or ``TimelineError/photoNotFound(_:)`` if no
    ///   visible post or profile shows the photo, and the user has not uploaded it for a later post.
    public func access(to blob: BlobID, for token: Session.Token) async throws -> PhotoAccess {
        let (credential, now) = (Credential.session(token.sessionID), engine.environment.now())
        return try await engine.read { social, accounts in
            let viewer = try credential.requireUser(social, accounts, at: now)
            return try social.requireAccess(to: blob, accounts, for: viewer)
        }
    }

    /// Returns a permission for anyone to read a photo's public copy or preview, provided that a
    /// user with an account in this store shows the photo.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no such user shows the photo.
    public func publicAccess(to blob: BlobID) async throws -> PhotoAccess {
        try await engine.read { social, accounts in
            try social.requireAccess(to: blob, accounts, for: nil) {
                try accounts.account(of: $0) != nil
            }
        }
    }
}

extension Guest {
    /// Returns a photo of a post with this public copy or preview, or `nil` if only a profile shows
    /// it.
    ///
    /// The caller checks the permission, see ``access(to:for:)``.
    package func photo(showing blob: BlobID) async throws -> Photo? {
        try await engine.read { social, _ in
            let ids = try social.postIDs(.showing(blob), in: PostRange(limit: 1))
            return try social.posts(ids, for: nil).flatMap(\.photos)
                .first { $0.blob == blob || $0.preview?.blob == blob }
        }
    }
}

extension SocialReader {
    /// Returns the permission of `viewer` to read a blob of a photo, considering only users that
    /// `isIncluded` accepts, and the viewer's own uploads.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``, or any error thrown by `isIncluded`.
    func requireAccess(
        to blob: BlobID,
        _ accounts: any AccountReader,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool = { _ in true }
    ) throws -> PhotoAccess {
        if let access = try access(to: blob, for: viewer, where: isIncluded) { return access }
        let upload = try viewer.flatMap { try accounts.upload(showing: blob, of: $0) }
        guard let access = upload.flatMap({ PhotoAccess(to: blob, of: $0.photo, isOwn: true) })
        else { throw TimelineError.photoNotFound(blob.description) }
        return access
    }
}

extension UserSession {
    /// The minimum time between two requests for the same photo: an hour, in milliseconds.
    private static let requestInterval: UInt64 = 3_600_000

    /// Requests the full-size files of photos that are not on this device, for example because of a
    /// limit for pictures by others.
    ///
    /// The next sync with a device that has them fetches them, even beyond the limit, and then
    /// removes older pictures instead. Photos that are already on this device are ignored.
    ///
    /// - Parameter photos: The photos of posts that the user has opened.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func requestMissing(_ photos: [Photo]) async throws {
        let now = engine.environment.now().millisecondsSince1970
        let blobs = photos.map(\.blob)
        let missing = try await read { [engine] _, accounts, _ in
            try blobs.filter { blob in
                guard try !engine.blobs.contains(blob), try accounts.isAwaited(blob) else {
                    return false
                }
                let request = try accounts.time(of: .requested, on: blob)
                return request.map { $0 + Self.requestInterval <= now } ?? true
            }
        }
        guard !missing.isEmpty else { return }
        try await writeAccounts { accounts, _ in
            for blob in missing { try accounts.setTime(now, of: .requested, on: blob) }
        }
    }
}
