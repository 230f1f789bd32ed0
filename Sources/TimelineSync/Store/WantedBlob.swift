package import TimelineCore

/// A blob that a live record references and the store lacks.
package struct WantedBlob: Hashable, Sendable {
    /// The SHA-256 of the blob.
    package let blob: BlobID
    /// The size of the blob in bytes, as its record states.
    package let byteCount: UInt64
    /// Whether the blob is a preview.
    ///
    /// Previews do not count toward the budget of a session.
    package let isPreview: Bool

    /// Creates a wanted blob.
    package init(blob: BlobID, byteCount: UInt64, isPreview: Bool) {
        self.blob = blob
        self.byteCount = byteCount
        self.isPreview = isPreview
    }
}
