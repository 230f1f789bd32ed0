import Foundation
import TimelineCore
import TimelineMedia

/// The BlurHashes of recently shown photos, by ThumbHash.
///
/// Converting one takes as long as all the rest of a post.
final class BlurHashes: Sendable {
    /// The maximum number of stored hashes.
    ///
    /// If it is exceeded, all are removed.
    private static let limit = 20_000

    private let hashes = Lock<[Data: String]>([:])

    /// Returns the BlurHash of a photo, or `nil` if the photo has no ThumbHash.
    func hash(of photo: Photo) -> String? {
        guard let bytes = photo.thumbHash else { return nil }
        if let hash = hashes.withLock({ $0[bytes] }) { return hash }
        guard let hash = ThumbHash(bytes: bytes)?.blurHash() else { return nil }
        hashes.withLock { hashes in
            if hashes.count >= Self.limit { hashes = [:] }
            hashes[bytes] = hash
        }
        return hash
    }
}
