/// The full-size pictures that a store has removed to keep within its limit.
///
/// Their previews stay.
public struct RemovedPictures: Hashable, Sendable {
    /// The number of pictures.
    public internal(set) var count = 0
    /// Their size in bytes.
    public internal(set) var byteCount: UInt64 = 0

    /// Creates a value for no pictures.
    public init() {}
}
