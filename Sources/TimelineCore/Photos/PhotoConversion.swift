/// The conversion of a photo that an earlier version stored as the original file.
public struct PhotoConversion: Hashable, Sendable {
    /// The blob of the original file.
    public let original: BlobID
    /// The photo with its public copy, or `nil` if the metadata cannot be stripped.
    public let photo: Photo?

    /// Creates a conversion.
    public init(of original: BlobID, to photo: Photo?) {
        self.original = original
        self.photo = photo
    }
}

extension PhotoConversion {
    /// Returns the photo that replaces the given photo in a post or as an avatar.
    ///
    /// - Returns: The replacement, or `nil` if this conversion does not apply to the photo.
    package func replacement(of shown: Photo) -> Photo? {
        guard shown.blob == original, shown.byteCount == nil, let photo else { return nil }
        return Photo(
            blob: photo.blob,
            byteCount: photo.byteCount,
            mediaType: photo.mediaType,
            width: photo.width,
            height: photo.height,
            alt: shown.alt,
            thumbHash: shown.thumbHash ?? photo.thumbHash,
            preview: photo.preview
        )
    }
}
