/// The wanted size of a picture; pictures are never enlarged.
///
/// Sides are in pixels, above 0. A picture that is smaller than the wanted size stays as it is; a
/// square of one is cut to its shorter side.
public enum PictureFit: Hashable, Sendable {
    /// The original size.
    case whole
    /// Scaled down to fit into a square with this side in pixels.
    case within(Int)
    /// The square in the middle, scaled down to this side in pixels.
    case square(Int)
}
