/// A store for renditions of photos.
///
/// The engine deletes the renditions along with the photos' blobs.
public protocol RenditionStore: Sendable {
    /// Deletes the renditions of the given photos as far as possible.
    ///
    /// Any rendition that remains is harmless.
    func removeRenditions(of blobs: [BlobID])
}
