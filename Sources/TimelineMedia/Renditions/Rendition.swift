public import Foundation
public import PictureFiles

/// The smaller copies of a photo that apps show, all of them upright JPEGs.
///
/// Photos are never enlarged: a smaller photo gives a smaller rendition.
///
/// ```swift
/// let thumbnail = try Rendition.square320.file(of: jpeg)
/// ```
///
/// The raw values are parts of file names in the cache.
public enum Rendition: String, CaseIterable, Hashable, Sendable {
    /// The square in the middle, 320 pixels a side, for grids.
    case square320
    /// The square in the middle, 1,080 pixels a side, for feeds of squares.
    case square1080
    /// The complete photo, at most 1,080 pixels a side, for feeds and pages.
    case fit1080
    /// The complete photo, at most 2,048 pixels a side.
    case fit2048

    /// The version of the code that makes renditions, raised with every change of their bytes.
    ///
    /// Together with the photo's ID and the rendition's name, it identifies the bytes.
    public static let version = 1

    /// Makes the rendition of a JPEG, PNG, WebP or GIF file, or of HEIC if libheif is installed.
    ///
    /// An RGB colour profile is copied; transparent parts are laid on white.
    ///
    /// Blocks until the rendition is made; ``RenditionCache`` calls it on threads of its own. Large
    /// photos are decoded at a reduced size where the format allows it.
    ///
    /// - Parameter content: The file of a photo.
    ///
    /// - Returns: A JPEG file without any other metadata.
    /// - Throws: `PictureFault`; `notDrawn` for HEIC without libheif, or of a variant that libheif
    ///   does not support.
    public func file(of content: Data) throws(PictureFault) -> Data {
        try file(of: content, heif: .system)
    }

    /// Makes the rendition of a file, of HEIC through `heif`.
    func file(of content: Data, heif: HEIFLibrary?) throws(PictureFault) -> Data {
        let source = try PictureFile(reading: content)
        let picture = try Picture(decoding: source, fit: fit, heif: heif)
        guard let file = JPEGEncoder.file(picture, quality: quality) else {
            throw .undecodable(source.header.mediaType)
        }
        return file
    }

    /// The size and shape.
    var fit: PictureFit {
        switch self {
        case .square320: .square(320)
        case .square1080: .square(1080)
        case .fit1080: .within(1080)
        case .fit2048: .within(2048)
        }
    }

    /// Small squares are shown pixel for pixel, where artefacts are more visible.
    private var quality: Int {
        switch self {
        case .square320: 85
        case .square1080, .fit1080, .fit2048: 82
        }
    }
}
