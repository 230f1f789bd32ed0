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
    /// Prepares files for sharing, one file after another.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` for the first file that is rejected.
    func prepared(_ files: [PhotoFile]) async throws -> [PreparedPhoto] {
        try await pictures.run { [photoProcessor] in
            try files.map { try $0.prepared(by: photoProcessor) }
        }
    }

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
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
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
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    func requirePhoto(_ photo: Photo, of user: User.ID) throws {
        for blob in photo.blobs where try !isShown(blob, by: user) {
            throw TimelineError.photoNotFound(blob.description)
        }
    }
}
