public import Foundation
import Crypto

/// Bytes with their ID, hashed once.
public struct Blob: Sendable {
    /// The SHA-256 of the bytes.
    public let id: BlobID
    /// The bytes.
    public let content: Data

    /// Hashes `content`.
    public init(_ content: Data) {
        id = BlobID(of: content)
        self.content = content
    }

    /// Takes the hash that was computed while `content` was read.
    init(_ content: Data, hash: SHA256.Digest) {
        id = BlobID(hash)
        self.content = content
    }
}
