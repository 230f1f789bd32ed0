package import Foundation
package import PictureFiles

extension Picture {
    /// Decodes a JPEG, PNG, WebP or GIF file, or HEIC if libheif is installed.
    ///
    /// Only the first frame of an animation is decoded.
    ///
    /// The header and the limits (`PictureLimits`) are checked first. Memory is proportional to the
    /// size of `fit`, with three exceptions: a progressive JPEG takes two bytes per sample, a
    /// lossless WebP four bytes per pixel, and HEIC twelve bytes per pixel.
    ///
    /// ```swift
    /// let picture = try Picture(reading: jpeg, fit: .within(640))
    /// ```
    ///
    /// The initializer blocks until the picture is decoded, so call it on a thread that may block.
    ///
    /// - Parameters:
    ///   - content: The whole file, at most 64 MiB.
    ///   - fit: The requested size.
    ///
    /// - Throws: `PictureError`, such as `notDrawn` if the file is HEIC and libheif is missing or
    ///   does not support this variant.
    package init(reading content: Data, fit: PictureFit = .whole) throws(PictureError) {
        try self.init(decoding: try PictureFile(reading: content), fit: fit, heif: .system)
    }

    /// Decodes a parsed file, using `heif` for HEIC.
    init(
        decoding file: PictureFile,
        fit: PictureFit,
        heif: @autoclosure () -> HEIFLibrary?
    ) throws(PictureError) {
        let plan = Sampling(file.header.storedSize, fit: fit)
        let stored =
            switch file.format {
            case .jpeg(let jpeg): try JPEGDecoder.picture(from: jpeg, sampling: plan)
            case .png: try PNGDecoder.picture(from: file.content, sampling: plan)
            case .webp(let webp):
                try WebPDecoder.picture(from: webp, content: file.content, sampling: plan)
            case .gif(let gif): try GIFDecoder.picture(from: gif, sampling: plan)
            case .heic(let heic):
                try HEICDecoder.picture(
                    from: heic,
                    size: heic.storedSize,
                    fit: fit,
                    library: heif()
                )
            }
        self.init(
            raster: stored.raster.oriented(file.header.orientation),
            colourProfile: stored.colourProfile.flatMap(Self.profile)
        )
    }

    /// Returns the profile if it describes RGB pixels.
    ///
    /// Bytes 16 to 19 state the colour model (ICC.1:2022, 7.2.6).
    private static func profile(_ content: Data) -> Data? {
        guard content.count <= profileLimit, content.count >= 128 else { return nil }
        return content.dropFirst(16).starts(with: "RGB ".utf8) ? content : nil
    }
}

/// The output of a decoder: the pixels as stored, and the file's colour profile, for any colour
/// model.
///
/// `Picture` turns the pixels upright, and drops profiles that are not for RGB.
struct DecodedPixels {
    /// The pixels at the target size, before the orientation is applied.
    let raster: Raster
    /// The ICC profile in the file, if any.
    let colourProfile: Data?
}
