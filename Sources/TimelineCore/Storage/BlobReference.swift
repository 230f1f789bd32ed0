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
    /// ``Photo/smallByteCount`` bytes.
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
    public static func references(
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
