public import Foundation

extension Principal {
    /// Returns the bytes of a photo.
    ///
    /// Users that posted the photo or use it as their avatar get the original, byte for byte; all
    /// others get the public copy, as it is stored.
    ///
    /// ```swift
    /// let jpeg = try await session.data(of: post.photos[0])
    /// ```
    ///
    /// - Parameters:
    ///   - photo: a photo of a post, or an avatar.
    ///   - isStripped: whether to return the public copy to owners, too.
    /// - Returns: the complete file.
    /// - Throws: ``TimelineError/photoNotFound(_:)`` when no visible post or profile shows it;
    ///   ``TimelineError/storageFailed(_:)`` when its bytes are missing or damaged;
    ///   ``TimelineError/photoRefused(_:name:)`` for a photo of an earlier version whose metadata
    ///   cannot be stripped.
    public func data(
        of photo: Photo,
        isStripped: Bool = false
    ) async throws -> Data {
        try await data(of: photo.blob, isStripped: isStripped)
    }

    /// Returns the bytes of a photo of which only the ID is known.
    ///
    /// - Throws: the errors of the same call with a photo.
    public func data(
        of blob: BlobID,
        isStripped: Bool = false
    ) async throws -> Data {
        let (content, hasMetadata) = try await engine.reads.run {
            let file = try snapshot { reader, accounts, viewer in
                try reader.file(of: blob, isStripped: isStripped, accounts, for: viewer)
            }
            return (try engine.stored(file.blob), file.hasMetadata)
        }
        return hasMetadata ? try await engine.stripped(content) : content
    }

    /// Returns the preview of a photo, a JPEG file; `nil` for a photo without one.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` when no visible post or profile shows it;
    ///   ``TimelineError/storageFailed(_:)`` when its bytes are missing or damaged.
    public func preview(of photo: Photo) async throws -> Data? {
        guard let preview = photo.preview else { return nil }
        return try await engine.reads.run {
            try snapshot { _ = try $0.requirePhoto(preview.blob, for: $1) }
            return try engine.stored(preview.blob)
        }
    }

    /// Returns whether the reader posted a photo or uses it as their avatar.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` when no visible post or profile shows it.
    public func shares(_ blob: BlobID) async throws -> Bool {
        try await read { try $0.requirePhoto(blob, for: $1) }
    }
}

extension TimelineEngine {
    /// Makes the copies of files to share, one file after another.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` for the first rejected file.
    func prepared(_ files: [PhotoFile]) async throws -> [PreparedPhoto] {
        try await pictures.run { [photoProcessor] in
            try files.map { try $0.prepared(by: photoProcessor) }
        }
    }

    fileprivate func stored(_ blob: BlobID) throws -> Data {
        guard let content = try blobs.data(for: blob) else {
            throw TimelineError.unreadable(blob, .missing)
        }
        return content
    }

    /// Strips a photo of an earlier version, which is stored with its metadata until it is
    /// converted.
    fileprivate func stripped(_ content: Data) async throws -> Data {
        try await pictures.run { [photoProcessor] in
            do throws(PictureFault) {
                return try photoProcessor.process(try PictureFile(reading: content)).publicCopy
            } catch {
                throw TimelineError.photoRefused(error, name: nil)
            }
        }
    }
}

extension SocialReader {
    /// Requires that a post or profile visible to `viewer` shows a photo.
    ///
    /// - Returns: whether the viewer posted it or uses it as their avatar.
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    @discardableResult
    func requirePhoto(_ blob: BlobID, for viewer: User.ID?) throws -> Bool {
        if let viewer, try isShown(blob, by: viewer) { return true }
        guard try isShown(blob, by: nil) else {
            throw TimelineError.photoNotFound(blob.description)
        }
        return false
    }

    /// Finds the file of a photo that a viewer receives.
    ///
    /// - Returns: the blob, and whether its metadata has to be stripped.
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    fileprivate func file(
        of photo: BlobID,
        isStripped: Bool,
        _ accounts: any AccountReader,
        for viewer: User.ID?
    ) throws -> (blob: BlobID, hasMetadata: Bool) {
        let isOwn = try requirePhoto(photo, for: viewer)
        if isOwn, !isStripped, let viewer {
            return (try accounts.original(of: photo, by: viewer) ?? photo, false)
        }
        return (photo, try isUnconverted(photo))
    }

    /// Requires that `user` already shows a photo and its preview: knowing an ID does not permit
    /// access.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``; ``TimelineError/photoRefused(_:name:)`` for a
    ///   photo of an earlier version, which is stored with its metadata.
    func requirePhoto(_ photo: Photo, of user: User.ID) throws {
        for blob in photo.blobs where try !isShown(blob, by: user) {
            throw TimelineError.photoNotFound(blob.description)
        }
        guard try !isUnconverted(photo.blob) else {
            throw TimelineError.photoRefused(.notStripped(photo.mediaType), name: nil)
        }
    }
}
