public import Foundation
public import PictureFiles
package import TimelineCore

/// The kinds of renditions: smaller copies of a photo for display, all of them upright JPEGs.
///
/// Photos are never enlarged, so the rendition of a small photo may be smaller than its name
/// states.
///
/// ```swift
/// let thumbnail = try Rendition.square320.file(of: jpeg)
/// ```
///
/// The raw values are parts of file names in the cache.
public enum Rendition: String, CaseIterable, Hashable, Sendable {
    /// A square from the middle of the photo, at most 150 pixels wide, for thumbnails in apps.
    case square150
    /// A square from the middle of the photo, at most 320 pixels wide, for grids.
    case square320
    /// A square from the middle of the photo, at most 640 pixels wide, for apps.
    case square640
    /// A square from the middle of the photo, at most 1,080 pixels wide, for feeds of squares.
    case square1080
    /// The complete photo, at most 1,080 pixels on its longer side, for feeds and pages.
    ///
    /// If the longer side is more than three times the shorter one, the longer side may be longer,
    /// so that the photo can be read: the shorter one has at most 810 pixels, the longer one at most
    /// 8,640, and the photo at most 4.7 million.
    case fit1080
    /// The complete photo, at most 2,048 pixels on its longer side.
    ///
    /// If the longer side is more than three times the shorter one, the shorter one has at most
    /// 1,536 pixels, the longer one at most 16,384, and the photo at most 16.8 million.
    case fit2048

    /// The version of the code that creates renditions, raised whenever the resulting bytes change.
    ///
    /// Together with the photo's ID and the rendition's name, it identifies the bytes.
    package static let version = 1

    /// Creates the rendition of a JPEG, PNG, WebP or GIF file, or of HEIC if libheif is installed.
    ///
    /// An RGB colour profile is copied, and transparent parts are drawn on white.
    ///
    /// The method blocks until the rendition is complete; ``RenditionCache`` calls it on separate
    /// threads. Large photos are decoded at a reduced size where the format allows it.
    ///
    /// - Parameter content: The contents of a photo file.
    ///
    /// - Returns: A JPEG file with no metadata except its colour profile.
    /// - Throws: `PictureError`, such as `notDrawn` if the file is HEIC and libheif is missing or
    ///   does not support this variant.
    public func file(of content: Data) throws(PictureError) -> Data {
        try file(of: content, heif: .system)
    }

    /// Creates the rendition of a file, using `heif` for HEIC.
    func file(
        of content: Data,
        heif: @autoclosure () -> HEIFLibrary?
    ) throws(PictureError) -> Data {
        let source = try PictureFile(reading: content)
        let picture = try Picture(decoding: source, fit: fit, heif: heif())
        guard let file = JPEGEncoder.file(picture, quality: quality) else {
            throw .undecodable(source.header.mediaType)
        }
        return file
    }

    /// The size and shape of the rendition.
    var fit: PictureFit {
        switch self {
        case .square150: .square(150)
        case .square320: .square(320)
        case .square640: .square(640)
        case .square1080: .square(1080)
        case .fit1080: .readable(1080)
        case .fit2048: .readable(2048)
        }
    }

    /// Returns the size of the rendition of a photo, unless a substitute is shown for the photo.
    ///
    /// If the photo's size is impossible, both sides are 0.
    package func size(of photo: Photo) -> (width: Int, height: Int) {
        let size = PixelSize(width: photo.width, height: photo.height)
        guard !size.isEmpty else { return (0, 0) }
        let target = Sampling(size, fit: fit).target
        return (target.width, target.height)
    }

    /// Returns the smallest rendition that suffices for a size, or the largest one of its shape.
    ///
    /// It is one of those that pages show, which are likely to exist.
    static func smallest(for fit: PictureFit) -> Rendition {
        switch fit {
        case .square(let side): side <= 320 ? .square320 : .square1080
        case .within(let side), .readable(let side): side <= 1080 ? .fit1080 : .fit2048
        case .whole: .fit2048
        }
    }

    /// The JPEG quality.
    ///
    /// It is higher for small squares, which are shown pixel for pixel, so artefacts are more
    /// visible.
    private var quality: Int {
        switch self {
        case .square150, .square320: 85
        case .square640, .square1080, .fit1080, .fit2048: 82
        }
    }
}

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
        // Larger pictures are not decoded where a decoder holds the whole picture.
        let area = min(size.area, PictureLimits.wholePixels)
        // If the file is shown rotated, its stored rows are as long as the upright columns.
        let row = max(size.width, size.height)
        return switch mediaType {
        // This covers the coefficients of a progressive picture with colours at half resolution, of
        // which twice as many pixels are decoded, and the pixels at a reduced size.
        case .jpeg:
            3 * min(size.area, 2 * area)
                + 4 * max(size.area / 64, min(size.area, 4 * Sampling(size, fit: fit).target.area))
        case .png: 8 * row
        case .webp: 4 * area
        case .gif: 8 * row
        // This covers brightness and colours (as tiles, assembled and rotated), and RGBA with an
        // intermediate copy.
        case .heic: 12 * area
        }
    }
}

extension Rendition {
    /// Returns a JPEG in place of a photo that cannot be decoded on this machine.
    ///
    /// The placeholder shows hills under a sun, in greys.
    ///
    /// It has the size of the rendition, so layouts need no special case.
    ///
    /// - Parameter photo: The photo, which determines the size.
    /// - Returns: A JPEG file, or `nil` if libjpeg-turbo fails.
    func placeholder(for photo: Photo) -> Data? {
        let size = Sampling(PixelSize(width: photo.width, height: photo.height), fit: fit).target
        let raster = Raster.placeholder(width: size.width, height: size.height)
        return JPEGEncoder.file(Picture(raster: raster), quality: 85)
    }
}

extension Raster {
    /// Returns a placeholder for a picture that cannot be decoded.
    ///
    /// The placeholder shows hills under a sun, in greys.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    /// - Returns: An opaque raster.
    package static func placeholder(width: Int, height: Int) -> Raster {
        let (width, height) = (max(1, width), max(1, height))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        let unit = Double(min(width, height))
        for row in 0..<height {
            for column in 0..<width {
                let across = (Double(column) + 0.5 - Double(width) / 2) / unit
                let down = (Double(row) + 0.5 - Double(height) / 2) / unit
                let grey = placeholderGrey(across: across, down: down)
                pixels += [grey, grey, grey, 255]
            }
        }
        return Raster(width, height, pixels)
    }

    /// Returns the grey level at a point.
    ///
    /// The centre is (0, 0), and the shorter side has the length 1.
    private static func placeholderGrey(across: Double, down: Double) -> UInt8 {
        if hypot(across - 0.2, down + 0.17) < 0.08 { return 250 }
        if down > 0.06 + 0.7 * abs(across - 0.16) { return 150 }
        if down > -0.08 + 0.8 * abs(across + 0.12) { return 175 }
        return 222
    }
}
