public import Foundation

extension Principal {
    /// The bytes of a photo, as the reader may have them.
    ///
    /// Those who share a photo, in a post or as their own picture, get the original byte for byte. Everybody else
    /// gets a copy without metadata. Nobody gets a photo that no post and no profile shows any more.
    ///
    /// - Parameters:
    ///   - photo: a photo of a post, or a user's picture.
    ///   - isStripped: whether its owner wants no metadata either.
    /// - Returns: the whole file.
    /// - Throws: ``TimelineError/photoNotFound(_:)``; ``TimelineError/photoRefused(_:name:)`` for a photo that cannot be
    ///   stripped; ``TimelineError/storageFailed(_:)`` when its bytes are missing or damaged.
    public func data(
        of photo: Photo,
        isStripped: Bool = false
    ) async throws -> Data {
        let (content, isOwn) = try await engine.reads.run {
            let isOwn = try snapshot { try $0.requirePhoto(photo.blob, for: $1) }
            return (try engine.stored(photo.blob), isOwn)
        }
        guard isStripped || !isOwn else { return content }
        return try await engine.pictures.run { [photoProcessor = engine.photoProcessor] in
            do throws(PhotoFault) {
                return try photoProcessor.strippedCopy(of: content)
            } catch {
                throw TimelineError.photoRefused(error, name: nil)
            }
        }
    }
}

extension TimelineEngine {
    /// Checks files that a user shares, one after another.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` for the first that is rejected.
    func inspected(_ files: [PhotoFile]) async throws -> [Photo] {
        try await pictures.run { [photoProcessor] in
            try files.map { try $0.photo(inspectedBy: photoProcessor) }
        }
    }

    fileprivate func stored(_ blob: BlobID) throws -> Data {
        guard let content = try blobs.data(for: blob) else {
            throw TimelineError.storageFailed(
                StorageFailure(operation: "Reading photo \(blob)", reason: "its file is missing")
            )
        }
        return content
    }
}

extension SocialReader {
    /// Requires a photo that `viewer` sees.
    ///
    /// - Returns: whether the viewer shares it.
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    @discardableResult
    func requirePhoto(_ blob: BlobID, for viewer: User.ID?) throws -> Bool {
        if let viewer, try isShown(blob, by: viewer) { return true }
        guard try isShown(blob, by: nil) else { throw TimelineError.photoNotFound(blob) }
        return false
    }

    /// Requires a photo that `user` shares already: an ID alone gives nobody a right to the original.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    func requirePhoto(_ blob: BlobID, of user: User.ID) throws {
        guard try isShown(blob, by: user) else { throw TimelineError.photoNotFound(blob) }
    }
}
