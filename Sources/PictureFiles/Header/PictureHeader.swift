/// The format, the upright size and the orientation of a picture's file.
///
/// It is read from the content of the file, without decoding pixels. File names are ignored.
///
/// Width and height are positive, their product is at most 100 megapixels, and they describe the
/// upright picture. An app can therefore reserve space for the picture before decoding it.
///
/// ```swift
/// let header = try PictureHeader(reading: jpeg)
/// let isPortrait = header.height > header.width
/// ```
public struct PictureHeader: Hashable, Sendable {
    /// The format.
    public let mediaType: MediaType
    /// The width in pixels of the upright picture.
    public let width: Int
    /// The height in pixels of the upright picture.
    public let height: Int
    /// The transformation that a decoder applies to the stored pixels.
    ///
    /// The orientation is always `upright` for GIF, which has none, and for HEIC, because its
    /// decoders apply the rotation that the file states.
    public let orientation: Orientation

    /// Creates a header from the size of the stored pixels.
    ///
    /// - Parameters:
    ///   - mediaType: The format.
    ///   - storedSize: The size before the orientation is applied.
    ///   - orientation: The transformation that a decoder applies.
    /// - Throws: ``PictureError/damaged(_:)`` or ``PictureError/tooManyPixels(width:height:)`` if
    ///   the size is empty or too large.
    init(
        _ mediaType: MediaType,
        storedSize: PixelSize,
        _ orientation: Orientation
    ) throws(PictureError) {
        try storedSize.check(mediaType)
        let size = orientation.swapsSides ? storedSize.transposed : storedSize
        self.mediaType = mediaType
        self.orientation = orientation
        width = size.width
        height = size.height
    }

    /// The upright size.
    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// The size of the stored pixels, before a decoder applies ``orientation``.
    package var storedSize: PixelSize { orientation.swapsSides ? size.transposed : size }
}
