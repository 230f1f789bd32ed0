public import Foundation

/// A blurred version of a picture in at most 25 bytes, shown until the photo has loaded.
///
/// The format is described at <https://evanw.github.io/thumbhash/>: the lowest frequencies of a
/// discrete cosine transform of lightness, two colour differences and alpha.
///
/// ```swift
/// let placeholder = photo.thumbHash.flatMap { ThumbHash(bytes: $0) }?.raster()
/// ```
///
/// A hash is created when a photo is posted, and is synced with it. Different decoders produce
/// slightly different hashes for the same photo, so hashes do not identify photos.
public struct ThumbHash: Hashable, Sendable {
    /// The hash, 5 to 25 bytes.
    public let bytes: Data

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless their number matches the header.
    public init?(bytes: Data) {
        guard let layout = ThumbHashLayout(reading: bytes), bytes.count == layout.byteCount else {
            return nil
        }
        self.bytes = Data(bytes)
    }
}
