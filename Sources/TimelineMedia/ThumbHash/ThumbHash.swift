public import Foundation

/// A photo in at most 25 bytes: what is drawn in its place until it is there.
///
/// The format is ThumbHash, described at <https://evanw.github.io/thumbhash/>: the lowest frequencies of a
/// discrete cosine transform of lightness, two colour differences and alpha.
public struct ThumbHash: Hashable, Sendable {
    /// The hash itself, 5 to 25 bytes.
    public let bytes: Data

    /// Takes the bytes of a hash; `nil` when they are not as many as its header asks for.
    public init?(bytes: Data) {
        guard let layout = ThumbHashLayout(reading: bytes), bytes.count == layout.byteCount else {
            return nil
        }
        self.bytes = Data(bytes)
    }
}
