public import Foundation
import TimelineCrypto

/// The bytes of a blob together with their ID.
///
/// The ID is computed only once, when the value is created.
public struct Blob: Sendable {
    /// The ID of the blob: the SHA-256 digest of its bytes.
    public let id: BlobID
    /// The bytes of the blob.
    public let content: Data

    /// Creates a blob by hashing `content`.
    public init(_ content: Data) {
        id = BlobID(of: content)
        self.content = content
    }

    /// Creates a blob from a hash that was computed while `content` was read.
    init(_ content: Data, hash: SHA256Digest) {
        id = BlobID(hash)
        self.content = content
    }
}
