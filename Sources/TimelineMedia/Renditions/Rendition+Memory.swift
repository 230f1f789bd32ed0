import TimelineCore

extension Rendition {
    /// Estimates generously how much memory, in bytes, creating the rendition of a photo takes.
    ///
    /// ``RenditionScheduler`` admits work by this number. It includes the file (estimated from the
    /// pixels), the working memory of the decoder, and the target with its sums for averaging.
    func memory(for photo: Photo) -> Int {
        let size = PixelSize(width: photo.width, height: photo.height)
        // A photo with an impossible size is rejected before it is decoded, so it takes no memory.
        guard !size.isEmpty, size.area <= PictureLimits.pixels else { return 0 }
        let file = min(PictureLimits.bytes, 3 * size.area + 65_536)
        return file + Self.memory(forDecoding: photo.mediaType, size: size, fit: fit)
    }

    /// Estimates how much memory, in bytes, decoding a picture takes: the working memory of the
    /// decoder, and the target with its sums for averaging.
    static func memory(
        forDecoding mediaType: MediaType,
        size: PixelSize,
        fit: PictureFit
    ) -> Int {
        decoding(mediaType, size: size, fit: fit) + 24 * Sampling(size, fit: fit).target.area
    }

    /// Returns the working memory of a decoder in bytes.
    private static func decoding(
        _ mediaType: MediaType,
        size: PixelSize,
        fit: PictureFit
    ) -> Int {
        // If the file is shown rotated, its stored rows are as long as the upright columns.
        let row = max(size.width, size.height)
        return switch mediaType {
        // This covers the coefficients of a progressive picture with colours at half resolution,
        // and its pixels at one eighth.
        case .jpeg:
            3 * size.area + 4 * max(size.area / 64, 2 * Sampling(size, fit: fit).target.area)
        case .png: 8 * row
        case .webp: 4 * size.area
        case .gif: 8 * row
        // This covers brightness and colours (as tiles, assembled and rotated), and RGBA with an
        // intermediate copy.
        case .heic: 12 * size.area
        }
    }
}
