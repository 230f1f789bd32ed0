/// The transformation that turns stored pixels upright: the values of Exif's tag Orientation
/// (0x0112).
///
/// Source: CIPA DC-008 (Exif 3.0), section 4.6.5.1.
///
/// The raw values are those of the tag. ``PictureHeader`` states width and height of the upright
/// picture, so only decoders need the orientation.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    /// Stored upright.
    case upright = 1
    /// Mirror left to right.
    case mirrored = 2
    /// Rotate by 180°.
    case turned180 = 3
    /// Mirror top to bottom.
    case flipped = 4
    /// Mirror along the diagonal from the top left: rows become columns.
    case transposed = 5
    /// Rotate clockwise by 90°.
    case turnedClockwise = 6
    /// Mirror along the diagonal from the top right.
    case transversed = 7
    /// Rotate counterclockwise by 90°.
    case turnedCounterclockwise = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }
}
