import TimelineCore

/// The key of a cached rendition.
struct RenditionKey: Hashable {
    let blob: BlobID
    let rendition: Rendition
}
