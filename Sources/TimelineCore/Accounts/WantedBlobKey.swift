/// The keys of the private values for blobs whose absence is not damage.
///
/// They do not determine what sync requests, which follows from the records and the stored blobs.
package enum WantedBlobKey {
    /// Returns the key that marks a blob that was not here when a record that references it
    /// arrived, or that a limit has removed.
    package static func absent(_ blob: BlobID) -> String { absent + "\(blob)" }

    /// The common prefix of the keys for absent blobs.
    package static let absent = "sync/absent/"

    /// The common prefix of the keys for refused blobs.
    package static let refused = "sync/refused/"

    /// Returns the key that marks a blob as received but not a picture.
    package static func refused(_ blob: BlobID) -> String { refused + "\(blob)" }
}

extension AccountReader {
    /// Returns whether sync has not received a blob yet, or has received bytes that are not a
    /// picture.
    package func isAwaited(_ blob: BlobID) throws -> Bool {
        try isAbsent(blob) || privateValue(forKey: WantedBlobKey.refused(blob)) != nil
    }

    /// Returns whether a blob is marked as absent.
    func isAbsent(_ blob: BlobID) throws -> Bool {
        try privateValue(forKey: WantedBlobKey.absent(blob)) != nil
    }

    /// Returns the blobs that were received but are not pictures.
    package func refusedBlobs() throws -> Set<BlobID> { try blobs(after: WantedBlobKey.refused) }

    /// Returns the blobs that are marked as absent.
    package func absentBlobs() throws -> Set<BlobID> { try blobs(after: WantedBlobKey.absent) }

    /// Returns the blobs in the keys with a prefix.
    private func blobs(after prefix: String) throws -> Set<BlobID> {
        var blobs: Set<BlobID> = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let blob = BlobID(String(value.key.dropFirst(prefix.count))) { blobs.insert(blob) }
            return true
        }
        return blobs
    }
}

extension AccountWriter {
    /// Marks a blob as absent, or deletes the mark.
    package func setAbsent(_ isAbsent: Bool, _ blob: BlobID) throws {
        try setPrivateValue(isAbsent ? [1] : nil, forKey: WantedBlobKey.absent(blob))
    }
}
