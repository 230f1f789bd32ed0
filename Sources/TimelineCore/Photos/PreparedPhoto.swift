import Foundation

/// A photo that is ready to be shared, with the bytes of its blobs.
///
/// ```swift
/// let photo = try PhotoFile(content: jpeg).prepared(by: MediaPhotoProcessor())
/// show(photo.photo.width, photo.photo.height)
/// ```
public struct PreparedPhoto: Sendable {
    /// The photo as it appears in a post.
    public let photo: Photo
    /// The public copy and, if the photo has one, its preview.
    let publicBlobs: [Blob]
    /// The file that the user shared, or `nil` if it is identical to the public copy.
    let original: Blob?

    /// Creates a photo from a processed picture.
    init(_ picture: ProcessedPicture, original: Blob, alt: String?) {
        // A file without metadata is its own public copy and is not hashed again.
        let isPlain = picture.publicCopy == original.content
        let publicCopy = isPlain ? original : Blob(picture.publicCopy)
        let preview = picture.preview.map { Blob($0) }
        photo = Photo(
            blob: publicCopy.id,
            byteCount: publicCopy.content.count,
            header: picture.header,
            alt: alt,
            thumbHash: picture.thumbHash,
            preview: preview.map { Photo.Preview(blob: $0.id, byteCount: $0.content.count) }
        )
        publicBlobs = [publicCopy, preview].compactMap(\.self)
        self.original = isPlain ? nil : original
    }

    /// All blobs to store: the public copy, the preview and the original.
    var blobs: [Blob] { publicBlobs + [original].compactMap(\.self) }

    /// The total size of all blobs in bytes.
    package var byteCount: Int { blobs.reduce(0) { $0 + $1.content.count } }
}

/// A photo whose blobs are in the blob store.
struct StoredPhoto: Sendable {
    /// The photo as it appears in a post.
    let photo: Photo
    /// The original, or `nil` if it is identical to the public copy.
    let original: BlobID?

    init(_ prepared: PreparedPhoto) {
        photo = prepared.photo
        original = prepared.original?.id
    }
}
