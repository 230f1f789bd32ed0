/// Stores renditions of photos; the engine deletes them along with the photos' blobs.
public protocol RenditionStore: Sendable {
    /// Deletes the renditions of photos as far as possible; an orphaned rendition is harmless.
    func removeRenditions(of blobs: [BlobID])
}
