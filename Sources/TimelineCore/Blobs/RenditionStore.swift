/// Stores renditions of photos, which the engine deletes along with the photos' blobs.
public protocol RenditionStore: Sendable {
    /// Deletes the renditions of photos, as far as possible: an orphaned rendition does no harm.
    func removeRenditions(of blobs: [BlobID])
}
