/// Limits for the size of accepted pictures.
///
/// They are checked before any pixel is decoded.
public enum PictureLimits {
    /// The maximum size of a file in bytes: 64 MiB.
    ///
    /// Larger files are rejected before they are read into memory.
    public static let bytes = 64 << 20

    /// The maximum number of pixels, width times height: 100 megapixels.
    ///
    /// Such a picture takes 400 MB once decoded. If the format allows it, decoders work at a
    /// reduced size.
    public static let pixels = 100_000_000
}
