import TimelineCore

/// The key of a cached rendition.
///
/// A photo is identified by the hash of its contents, so a cached rendition is never out of date.
struct RenditionKey: Hashable {
    /// The ID of the photo.
    let blob: BlobID
    /// The kind of rendition.
    let rendition: Rendition
}
