/// The full-size pictures that a store has removed to keep within its limit.
///
/// Their previews stay.
public struct RemovedPictures: Hashable, Sendable {
    /// The number of removed pictures.
    public internal(set) var count = 0
    /// The total size of the removed pictures in bytes.
    public internal(set) var byteCount: UInt64 = 0

    /// Creates an empty count.
    public init() {}
}
