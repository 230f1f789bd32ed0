/// The limits that every accepted picture keeps; they are checked before a pixel is decoded.
public enum PictureLimits {
    /// The maximum size of a file in bytes: 64 MiB.
    public static let bytes = 64 << 20

    /// The maximum number of pixels, width times height: 100 megapixels.
    public static let pixels = 100_000_000
}
