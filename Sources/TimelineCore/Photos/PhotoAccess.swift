/// The permission to read the public copy or the preview of a photo, along with the information
/// needed to serve it.
public struct PhotoAccess: Hashable, Sendable {
    /// The ID of the public copy or the preview.
    public let blob: BlobID
    /// The format of the blob, which is JPEG for a preview.
    public let mediaType: MediaType
    /// The size of the blob in bytes.
    public let byteCount: Int
    /// Whether the blob is the preview of a photo.
    public let isPreview: Bool
    /// Whether the viewer posted the photo or uses it as their avatar.
    public let isOwn: Bool

    /// Creates a permission.
    public init(
        blob: BlobID,
        mediaType: MediaType,
        byteCount: Int,
        isPreview: Bool,
        isOwn: Bool
    ) {
        self.blob = blob
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.isPreview = isPreview
        self.isOwn = isOwn
    }
}

extension PhotoAccess {
    /// Creates the permission to read a blob of a photo, or returns `nil` if the photo does not
    /// reference the blob.
    init?(to blob: BlobID, of photo: Photo, isOwn: Bool) {
        if photo.blob == blob {
            self.init(
                blob: blob,
                mediaType: photo.mediaType,
                byteCount: photo.byteCount,
                isPreview: false,
                isOwn: isOwn
            )
        } else if let preview = photo.preview, preview.blob == blob {
            self.init(
                blob: blob,
                mediaType: .jpeg,
                byteCount: preview.byteCount,
                isPreview: true,
                isOwn: isOwn
            )
        } else {
            return nil
        }
    }
}
