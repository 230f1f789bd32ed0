/// The conversion of a photo of an earlier version, whose blob is the original file.
public struct PhotoConversion: Hashable, Sendable {
    /// The original.
    public let original: BlobID
    /// The photo with the public copy; `nil` if the metadata cannot be stripped.
    public let photo: Photo?

    /// Creates a conversion.
    public init(of original: BlobID, to photo: Photo?) {
        self.original = original
        self.photo = photo
    }
}

extension PhotoConversion {
    /// Returns the photo that replaces one that a post or an avatar shows.
    ///
    /// - Returns: `nil` if this conversion does not apply to the photo.
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
