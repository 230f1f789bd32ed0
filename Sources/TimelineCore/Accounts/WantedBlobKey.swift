/// The keys of the private values for blobs that sync has not received yet.
///
/// The records of other devices reference them, so a missing file is not damage.
package enum WantedBlobKey {
    /// Returns the text with which the keys of all references to a wanted blob begin.
    package static func prefix(of blob: BlobID) -> String { "sync/lacked/\(blob)/" }

    /// Returns the key of a blob that has arrived, but is not a picture.
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
