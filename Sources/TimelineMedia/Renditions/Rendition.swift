public import Foundation
public import PictureFiles

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
    /// A square from the middle of the photo, at most 320 pixels wide, for grids.
    case square320
    /// A square from the middle of the photo, at most 1,080 pixels wide, for feeds of squares.
    case square1080
    /// The complete photo, at most 1,080 pixels on its longer side, for feeds and pages.
    case fit1080
    /// The complete photo, at most 2,048 pixels on its longer side.
    case fit2048

    /// The version of the code that creates renditions, raised whenever the resulting bytes change.
    ///
    /// Together with the photo's ID and the rendition's name, it identifies the bytes.
    public static let version = 1

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
        case .square320: .square(320)
        case .square1080: .square(1080)
        case .fit1080: .within(1080)
        case .fit2048: .within(2048)
        }
    }

    /// Returns the smallest rendition that suffices for a size, or the largest one of its shape.
    static func smallest(for fit: PictureFit) -> Rendition {
        switch fit {
        case .square(let side): side <= 320 ? .square320 : .square1080
        case .within(let side): side <= 1080 ? .fit1080 : .fit2048
        case .whole: .fit2048
        }
    }

    /// The JPEG quality.
    ///
    /// It is higher for small squares, which are shown pixel for pixel, so artefacts are more
    /// visible.
    private var quality: Int {
        switch self {
        case .square320: 85
        case .square1080, .fit1080, .fit2048: 82
        }
    }
}
