/// The limits that every accepted picture keeps; they are checked before a pixel is decoded.
public enum PictureLimits {
    /// The maximum size of a file in bytes: 64 MiB.
    ///
    /// Larger files are rejected before they are read into memory.
    public static let bytes = 64 << 20

    /// The maximum number of pixels, width times height: 100 megapixels.
    ///
    /// Decoded, such a picture takes 400 MB; decoders work at a reduced size where the format
    /// allows it.
    public static let pixels = 100_000_000
}
