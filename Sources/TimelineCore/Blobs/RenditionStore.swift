/// A store for renditions of photos.
///
/// The engine deletes the renditions along with the photos' blobs.
public protocol RenditionStore: Sendable {
    /// Tries to delete the renditions of the given photos.
    ///
    /// Renditions that cannot be deleted are harmless.
    func removeRenditions(of blobs: [BlobID])
}
