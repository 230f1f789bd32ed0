/// How large a photo may be.
public enum PhotoLimits {
    /// The most bytes that a photo's file may have: 64 MiB.
    public static let bytes = 64 << 20

    /// The most pixels that a photo may have, its width times its height.
    public static let pixels = 100_000_000
}
