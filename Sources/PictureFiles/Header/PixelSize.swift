/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// Creates a size without checking the width and the height.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether the size contains no pixel.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, clamped to `Int.max`.
    package var area: Int {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : area
    }

    /// The size with width and height swapped.
    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Rejects sizes that are empty or exceed the limit.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the size is empty, or
    ///   ``PictureError/tooManyPixels(width:height:)`` if it exceeds ``PictureLimits/pixels``.
    func check(_ mediaType: MediaType) throws(PictureError) {
        guard !isEmpty else { throw .damaged(mediaType) }
        guard area <= PictureLimits.pixels else {
            throw .tooManyPixels(width: width, height: height)
        }
    }
}
