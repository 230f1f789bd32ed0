import TimelineCore

extension Rendition {
    /// The most bytes of memory that making it of a photo takes, roughly and rather too many.
    func memory(for photo: Photo) -> Int {
        let size = PixelSize(width: photo.width, height: photo.height)
        // An impossible size is refused before anything is decoded.
        guard !size.isEmpty, size.area <= PhotoLimits.pixels else { return 0 }
        let file = min(PhotoLimits.bytes, 3 * size.area + 65_536)
        return file + decoding(photo.mediaType, size) + 24 * Sampling(size, fit).target.area
    }

    private func decoding(_ mediaType: MediaType, _ size: PixelSize) -> Int {
        switch mediaType {
        // Coefficients of a progressive picture with halved colour, and pixels of an eighth.
        case .jpeg: 3 * size.area + 4 * max(size.area / 64, 2 * Sampling(size, fit).target.area)
        case .png: 8 * size.width
        case .webp: 4 * size.area
        case .gif: 8 * size.width
        // Brightness and colours, as tiles, put together and turned; and RGBA, once more on the way to it.
        case .heic: 12 * size.area
        }
    }
}
