/// The limits for frames, which are the same on both sides.
///
/// Small or unequal limits would multiply the number of bytes transferred.
package enum FrameLimits {
    /// The maximum length of a frame without its length field: 1 MiB.
    package static let frame = 1 << 20
    /// The length of the field that precedes each frame: 4 bytes.
    package static let lengthField = 4
    /// The maximum length of one large value in a frame, in bytes.
    ///
    /// It leaves room for the other values.
    package static let payload = frame - 256
}
