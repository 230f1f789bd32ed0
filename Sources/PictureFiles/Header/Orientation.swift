/// The transformation that turns stored pixels upright, as defined by Exif's tag Orientation
/// (0x0112).
///
/// Source: CIPA DC-008 (Exif 3.0), section 4.6.5.1.
///
/// The raw values are the values of the tag. ``PictureHeader`` states the width and the height of
/// the upright picture, so only decoders need the orientation.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    /// The pixels are stored upright.
    case upright = 1
    /// The pixels must be mirrored left to right.
    case mirrored = 2
    /// The pixels must be rotated by 180°.
    case turned180 = 3
    /// The pixels must be mirrored top to bottom.
    case flipped = 4
    /// The pixels must be mirrored along the diagonal from the top left, so that rows become
    /// columns.
    case transposed = 5
    /// The pixels must be rotated clockwise by 90°.
    case turnedClockwise = 6
    /// The pixels must be mirrored along the diagonal from the top right.
    case transversed = 7
    /// The pixels must be rotated counterclockwise by 90°.
    case turnedCounterclockwise = 8

    /// Whether the transformation swaps width and height.
    public var swapsSides: Bool { rawValue >= 5 }
}
