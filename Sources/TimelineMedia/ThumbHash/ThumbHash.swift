public import Foundation

/// A picture in at most 25 bytes, drawn until the photo is loaded.
///
/// The format is described at <https://evanw.github.io/thumbhash/>: the lowest frequencies of a
/// discrete cosine transform of lightness, two colour differences and alpha.
///
/// ```swift
/// let placeholder = photo.thumbHash.flatMap { ThumbHash(bytes: $0) }?.raster()
/// ```
///
/// A hash is made when a photo is posted, and travels with it. Different decoders give slightly
/// different hashes of a photo, so hashes do not identify photos.
public struct ThumbHash: Hashable, Sendable {
    /// The hash, 5 to 25 bytes.
    public let bytes: Data

    /// Creates a hash from its bytes; returns `nil` unless their number is the one in the header.
    public init?(bytes: Data) {
        guard let layout = ThumbHashLayout(reading: bytes), bytes.count == layout.byteCount else {
            return nil
        }
        self.bytes = Data(bytes)
    }
}
