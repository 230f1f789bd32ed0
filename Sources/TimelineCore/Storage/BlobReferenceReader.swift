/// Queries for references to blobs.
///
/// Records of posts and avatars reference the public copies and previews of photos.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol BlobReferenceReader {
    /// Returns whether a live record references a blob, whether or not it has an effect yet.
    func isReferenced(_ blob: BlobID) throws -> Bool

    /// Returns a viewer's permission to read a blob that a visible post or a visible user's avatar
    /// shows.
    ///
    /// - Parameters:
    ///   - blob: The ID of the public copy or the preview of a photo.
    ///   - viewer: The ID of the viewer, or `nil` for a guest. The viewer's own posts and avatar
    ///     take precedence.
    ///   - isIncluded: A closure that returns whether to consider the posts and the avatar of
    ///     another user. It may read private data from the same snapshot.
    /// - Returns: The permission, or `nil` if no considered post or avatar shows the blob.
    /// - Throws: Any error thrown by `isIncluded`, or ``TimelineError/storageFailed(_:)``.
    func access(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool
    ) throws -> PhotoAccess?

    /// Returns one page of the blobs that live records reference, in ascending order.
    ///
    /// - Parameters:
    ///   - cursor: The last blob on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of blobs.
    /// - Returns: The page. No blob appears on more than one page.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func referencedBlobs(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>
}

extension BlobReferenceReader {
    /// Returns whether a visible post or a visible user's avatar references a blob.
    ///
    /// - Parameters:
    ///   - blob: The blob.
    ///   - user: The only user whose posts and avatar are considered, or `nil` for all users.
    /// - Returns: Whether the blob is referenced.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool {
        try access(to: blob, for: user) { _ in user == nil } != nil
    }

    /// Returns all blobs that live records reference, in one snapshot.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func referencedBlobs() throws -> Set<BlobID> {
        Set(try Page.all { try referencedBlobs(after: $0, limit: 10_000) })
    }
}
