/// Queries for the references from posts, avatars and pending changes to blobs.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol BlobReferenceReader {
    /// Returns whether a post, an avatar or a pending change references a blob.
    func isReferenced(_ blob: BlobID) throws -> Bool

    /// Returns the blobs referenced by changes that are pending until the user's profile arrives.
    func pendingBlobs(of author: User.ID) throws -> [BlobID]

    /// Returns the newest posts that reference a blob.
    func postIDs(referencing blob: BlobID, limit: Int) throws -> [Post.ID]

    /// Returns whether a visible post or a visible user's avatar references a blob.
    ///
    /// - Parameters:
    ///   - blob: The blob.
    ///   - user: The only author and user to consider; `nil` for everyone.
    /// - Returns: Whether the blob is shown.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool

    /// Returns one page of the blobs that a post, an avatar or a pending change references, in
    /// ascending order.
    ///
    /// - Parameters:
    ///   - cursor: The last blob of the page before; `nil` for the first page.
    ///   - limit: The maximum number of blobs.
    /// - Returns: The page; each blob is on one page only.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func referencedBlobs(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>
}

extension BlobReferenceReader {
    /// Returns all blobs that a post, an avatar or a pending change references, in one snapshot.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func referencedBlobs() throws -> Set<BlobID> {
        Set(try Page.all { try referencedBlobs(after: $0, limit: 10_000) })
    }
}
