/// The values of the `Cache-Control` header field for photos.
enum PhotoCaching {
    /// The value for renditions and copies, which never change.
    ///
    /// Only the browser may cache them.
    static let constant = "private, max-age=31536000, immutable"
    /// The value for originals, and for placeholders of photos that may be decoded later.
    ///
    /// They are never cached.
    static let never = "private, no-store"
}
