/// The wanted size of a picture; pictures are never enlarged.
public enum PictureFit: Hashable, Sendable {
    /// The original size.
    case whole
    /// Scaled down to fit into a square with this side in pixels.
    case within(Int)
    /// The square in the middle, scaled down to this side in pixels.
    case square(Int)
}
