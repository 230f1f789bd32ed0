public import Foundation

extension Principal {
    /// Returns the bytes of a photo.
    ///
    /// Users that posted the photo or use it as their avatar get the original, byte for byte; all
    /// others get a copy without metadata.
    ///
    /// ```swift
    /// let jpeg = try await session.data(of: post.photos[0])
    /// ```
    ///
    /// - Parameters:
    ///   - photo: a photo of a post, or an avatar.
    ///   - isStripped: whether to strip the original, too.
    /// - Returns: the complete file.
    /// - Throws: ``TimelineError/photoNotFound(_:)`` when no visible post or profile shows it;
    ///   ``TimelineError/photoRefused(_:name:)`` when its metadata cannot be stripped;
    ///   ``TimelineError/storageFailed(_:)`` when its bytes are missing or damaged.
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
        let (content, isOwn) = try await engine.reads.run {
            let isOwn = try snapshot { try $0.requirePhoto(blob, for: $1) }
            return (try engine.stored(blob), isOwn)
        }
        guard isStripped || !isOwn else { return content }
        return try await engine.pictures.run { [photoProcessor = engine.photoProcessor] in
            do throws(PictureFault) {
                return try photoProcessor.strippedCopy(of: try PictureFile(reading: content))
            } catch {
                throw TimelineError.photoRefused(error, name: nil)
            }
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
    /// Checks files to post, one after another.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` for the first rejected file.
    func inspected(_ files: [PhotoFile]) async throws -> [Photo] {
        try await pictures.run { [photoProcessor] in
            try files.map { try $0.photo(inspectedBy: photoProcessor) }
        }
    }

    fileprivate func stored(_ blob: BlobID) throws -> Data {
        guard let content = try blobs.data(for: blob) else {
            throw TimelineError.unreadable(blob, .missing)
        }
        return content
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

    /// Requires that `user` already shows a photo: knowing its ID does not permit access.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    func requirePhoto(_ blob: BlobID, of user: User.ID) throws {
        guard try isShown(blob, by: user) else {
            throw TimelineError.photoNotFound(blob.description)
        }
    }
}
