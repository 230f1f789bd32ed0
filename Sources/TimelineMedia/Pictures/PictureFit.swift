/// A requested size for a picture, which may be scaled down but is never enlarged.
///
/// Sides are in pixels and must be above 0. A picture that is smaller than the requested size is
/// not scaled, and its square is as wide as its shorter side.
public enum PictureFit: Hashable, Sendable {
    /// The original size.
    case whole
    /// The whole picture, scaled down to fit into a square with this side in pixels.
    case within(Int)
    /// The square in the middle, scaled down to this side in pixels.
    case square(Int)
}
