/// The format, the upright size and the orientation of a picture's file.
///
/// Only the bytes count: file names are ignored, and no pixel is decoded.
///
/// Width and height are positive, at most 100 megapixels together, and those of the picture as
/// people see it: an app can reserve room for it before anything is decoded.
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
    /// Always `upright` for GIF, which has no orientation, and for HEIC: its decoders apply the
    /// rotation that the file states.
    public let orientation: Orientation

    /// Creates a header from the size of the stored pixels.
    ///
    /// - Parameters:
    ///   - mediaType: the format.
    ///   - storedSize: the size before the orientation is applied.
    ///   - orientation: the transformation of a decoder.
    /// - Throws: ``PictureFault/damaged(_:)`` or ``PictureFault/tooManyPixels(width:height:)`` for
    ///   a size that no accepted picture has.
    init(
        _ mediaType: MediaType,
        storedSize: PixelSize,
        _ orientation: Orientation
    ) throws(PictureFault) {
        try storedSize.check(mediaType)
        let size = orientation.swapsSides ? storedSize.transposed : storedSize
        self.mediaType = mediaType
        self.orientation = orientation
        width = size.width
        height = size.height
    }

    /// The upright size.
    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// The size before ``orientation`` is applied: the pixels that a decoder produces.
    package var storedSize: PixelSize { orientation.swapsSides ? size.transposed : size }
}
