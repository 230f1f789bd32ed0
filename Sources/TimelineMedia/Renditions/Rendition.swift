public import Foundation
public import TimelineCore

/// The light copies of a photo that are shown in its stead, all of them JPEG and upright.
///
/// No photo is enlarged: a smaller one gives a smaller rendition.
public enum Rendition: String, CaseIterable, Hashable, Sendable {
    /// The square in the middle, 320 pixels a side, for grids.
    case square320
    /// The square in the middle, 1,080 pixels a side, for feeds of squares.
    case square1080
    /// The whole photo in at most 2,048 pixels a side.
    case fit2048

    /// Makes the rendition of a JPEG, PNG, WebP or GIF file, or of HEIC where libheif is.
    ///
    /// The colour profile is kept if it is one of RGB; transparent parts are laid on white.
    ///
    /// - Returns: a JPEG file without any other metadata.
    /// - Throws: `PhotoFault`; `notDrawn` for HEIC without libheif, or of a variant that it does not know.
    public func file(of content: Data) throws(PhotoFault) -> Data {
        try file(of: content, heif: .system)
    }

    /// Makes the rendition of a file, of HEIC through the library given.
    func file(of content: Data, heif: HEIFLibrary?) throws(PhotoFault) -> Data {
        let picture = try Picture(reading: content, fit: fit, heif: heif)
        guard let file = JPEGEncoder.file(picture, quality: quality) else {
            throw .undecodable(try PhotoHeader(reading: content).mediaType)
        }
        return file
    }

    /// How much of the photo is read for it.
    var fit: PictureFit {
        switch self {
        case .square320: .square(320)
        case .square1080: .square(1080)
        case .fit2048: .within(2048)
        }
    }

    /// Small squares are shown pixel for pixel, where artefacts are seen sooner.
    private var quality: Int {
        switch self {
        case .square320: 85
        case .square1080, .fit2048: 82
        }
    }
}
