/// The keys of the private values for blobs that sync has not received yet.
///
/// Records from other devices reference these blobs, so a missing file does not count as damage.
package enum WantedBlobKey {
    /// Returns the common prefix of the keys for all references to a wanted blob.
    package static func prefix(of blob: BlobID) -> String { "sync/lacked/\(blob)/" }

    /// Returns the key that marks a blob as received but not a picture.
    package static func refused(_ blob: BlobID) -> String { "sync/refused/\(blob)" }
}

extension AccountReader {
    /// Returns whether sync has not received a blob yet, or has received bytes that are not a
    /// picture.
    package func isAwaited(_ blob: BlobID) throws -> Bool {
        let prefix = WantedBlobKey.prefix(of: blob)
        return try !privateValues(withPrefix: prefix, after: nil, limit: 1).isEmpty
            || privateValue(forKey: WantedBlobKey.refused(blob)) != nil
    }
}
