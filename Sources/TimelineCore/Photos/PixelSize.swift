/// The size of a picture in pixels, as a header gives it.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Makes a size of its parts.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether there is no pixel at all.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// How many pixels there are; `Int.max` if it is more than that.
    package var area: Int {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : area
    }

    /// Refuses a size that no photo may have.
    ///
    /// - Throws: ``PhotoFault/damaged(_:)`` if there is no pixel, ``PhotoFault/tooManyPixels(width:height:)``.
    func check(_ mediaType: MediaType) throws(PhotoFault) {
        guard !isEmpty else { throw .damaged(mediaType) }
        guard area <= PhotoLimits.pixels else { throw .tooManyPixels(width: width, height: height) }
    }
}
