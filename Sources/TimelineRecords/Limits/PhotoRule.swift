/// The limits of photos.
///
/// They match `Post.photoCount`, `Photo.thumbHashLimit` and `PictureLimits`.
public enum PhotoRule {
    /// The allowed number of photos in a post.
    public static let countInPost: ClosedRange<UInt64> = 1...10
    /// The allowed size of a file or a preview in bytes, up to 64 MiB.
    public static let byteCount: ClosedRange<UInt64> = 1...(64 << 20)
    /// The maximum size of a photo that is received like a preview if it has none: 128 KiB, as large
    /// as a preview.
    public static let smallByteCount: UInt64 = 128 << 10
    /// The maximum number of pixels, width times height: 100 megapixels.
    public static let pixels: UInt64 = 100_000_000
    /// The allowed size of a ThumbHash in bytes.
    public static let thumbHashByteCount = 1...25

    /// Returns whether the dimensions of a photo, in pixels, are within the limits.
    public static func accepts(width: UInt64, height: UInt64) -> Bool {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return product > 0 && !overflow && product <= pixels
    }
}
