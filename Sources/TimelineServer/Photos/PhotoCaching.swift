#if Server
/// The values of `Cache-Control` of photos.
enum PhotoCaching {
    /// Renditions and copies are the same bytes for ever; only the browser may keep them.
    static let constant = "private, max-age=31536000, immutable"
    /// Originals, and placeholders of photos that may be decoded later, are never kept.
    static let never = "private, no-store"
}
#endif
