import Foundation

/// The identity of a user or an entry in its source, from which the entry's ID is derived.
///
/// The same entry always has the same identity, so importing it again gives it the same ID.
package struct SourceIdentity: Hashable, Sendable {
    /// The SHA-256 of the parts.
    let digest: BlobID

    /// Creates an identity from its parts, such as the name of the service and the hashes of the
    /// pictures.
    ///
    /// Each part is prefixed with its length, so that no two lists have the same hash. The same
    /// entry must always have the same identity, so this derivation must never change.
    package init(_ parts: [String]) {
        digest = BlobID(of: Data(parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }))
    }

    /// The nonce of the ID of a post or comment: the first 8 bytes of the digest.
    package var nonce: Nonce { Nonce(number: number(digest.bytes.prefix(8))) }

    /// Returns the stamp of a record that adds no post or comment.
    ///
    /// The first 9 bytes of the digest take the place of random bits.
    package func stamp(at milliseconds: UInt64) -> PushID {
        let bytes = digest.bytes
        return PushID(
            milliseconds: milliseconds,
            bits: (UInt16(number(bytes.prefix(2))), number(bytes[2..<9]))
        )
    }

    /// Returns the ID of the post that has this identity at the given time, with its nonce.
    package func boundID(at milliseconds: UInt64, by author: User.ID) -> BoundID<Post> {
        BoundID(milliseconds: milliseconds, nonce: nonce, author: author)
    }

    /// Returns the ID of the post that has this identity at the given time.
    package func postID(at milliseconds: UInt64, by author: User.ID) -> Post.ID {
        boundID(at: milliseconds, by: author).id
    }

    /// Returns bytes as a big-endian number.
    private func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
