import TimelineCore

/// A request for a part of a blob.
struct BlobRequest: Hashable {
    /// The SHA-256 of the whole blob.
    let blob: BlobID
    /// The number of bytes that the sender of the request already has.
    let offset: UInt64
    /// The maximum number of bytes to send, starting at the offset.
    let count: UInt64
}

/// A part of a blob.
struct BlobPart: Hashable {
    /// The SHA-256 of the whole blob.
    let blob: BlobID
    /// The offset of the part's first byte within the blob.
    let offset: UInt64
    /// The bytes of the part.
    let bytes: [UInt8]
}
