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
    package func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool {
        try access(to: blob, for: user) { _ in user == nil } != nil
    }

    /// Returns all blobs that live records reference, in one snapshot.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func referencedBlobs() throws -> Set<BlobID> {
        Set(try Page.all { try referencedBlobs(after: $0, limit: 10_000) })
    }
}

/// A reference from a photo in a post, or from an avatar, to the photo's public copy or preview.
///
/// The blob itself may not have arrived yet.
public struct BlobReference: Hashable, Sendable {
    /// The public copy or the preview.
    public let blob: BlobID
    /// The size of the blob in bytes, as the record states.
    public let byteCount: UInt64
    /// Whether the blob is the photo's first copy, which is received first and does not count toward
    /// a budget: the preview, or the public copy if there is no preview, unless it has more than
    /// 128 KiB.
    public let isFirstCopy: Bool
    /// The preview of the photo if the blob is its public copy, or `nil` without a preview.
    public let preview: BlobID?
    /// The user that shows the photo.
    public let author: User.ID
    /// The time of the post, or of the profile's change, in milliseconds since 1970.
    public let milliseconds: UInt64

    /// Returns the references of a photo: to its preview, if it has one, and to its public copy.
    ///
    /// - Parameters:
    ///   - copy: The public copy and its size.
    ///   - preview: The preview and its size.
    ///   - author: The user that shows the photo.
    ///   - milliseconds: The time of the post or of the profile's change.
    /// - Returns: The references.
    package static func references(
        to copy: (blob: BlobID, byteCount: Int),
        preview: (blob: BlobID, byteCount: Int)?,
        author: User.ID,
        milliseconds: UInt64
    ) -> [BlobReference] {
        func reference(_ blob: BlobID, _ size: Int, _ mayBeFirst: Bool) -> BlobReference {
            let byteCount = UInt64(clamping: size)
            return BlobReference(
                blob: blob,
                byteCount: byteCount,
                isFirstCopy: mayBeFirst && byteCount <= Photo.smallByteCount,
                preview: mayBeFirst ? nil : preview?.blob,
                author: author,
                milliseconds: milliseconds
            )
        }
        guard let preview else { return [reference(copy.blob, copy.byteCount, true)] }
        return [
            reference(preview.blob, preview.byteCount, true),
            reference(copy.blob, copy.byteCount, false),
        ]
    }
}
