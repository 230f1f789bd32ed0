public import Foundation
public import TimelineCore

/// A photo decoded: upright pixels and the colour profile that they are meant in.
public struct Picture: Hashable, Sendable {
    /// The pixels, seen upright.
    public let raster: Raster
    /// The ICC profile of the pixels, at most 1 MiB; `nil` stands for sRGB.
    ///
    /// Profiles of other colour models, such as of a CMYK picture that became RGB, are left out.
    public let colourProfile: Data?

    /// Makes a picture of its parts.
    public init(raster: Raster, colourProfile: Data? = nil) {
        self.raster = raster
        self.colourProfile = colourProfile
    }

    /// Decodes a JPEG, PNG, WebP or GIF file, or HEIC where libheif is; of an animation, the first frame.
    ///
    /// Header and limits (`PhotoLimits`) are checked first. Memory is in proportion to what `fit` asks for,
    /// with three exceptions that lie in the formats: a progressive JPEG needs two bytes for each of its
    /// samples, a lossless WebP four bytes for each pixel, and a HEIC three times as many.
    ///
    /// - Throws: `PhotoFault`; `notDrawn` for HEIC without libheif, or of a variant that it does not know.
    public init(reading content: Data, fit: PictureFit = .whole) throws(PhotoFault) {
        try self.init(reading: content, fit: fit, heif: .system)
    }

    /// Decodes a file, HEIC through the library given.
    init(reading content: Data, fit: PictureFit, heif: HEIFLibrary?) throws(PhotoFault) {
        let header = try PhotoHeader(reading: content)
        let size = PixelSize(width: header.width, height: header.height)
        let plan = Sampling(size, fit)
        let stored =
            switch header.mediaType {
            case .jpeg: try JPEGDecoder.picture(content, plan)
            case .png: try PNGDecoder.picture(content, plan)
            case .webp: try WebPDecoder.picture(content, plan)
            case .gif: try GIFDecoder.picture(content, plan)
            case .heic: try HEICDecoder.picture(content, size, fit, heif)
            }
        // libheif turns what it decodes; what Exif says of that does not count (23008-12, annex A.2.1).
        let isUpright = header.mediaType == .heic
        self.init(
            raster: isUpright
                ? stored.raster
                : stored.raster.oriented(PhotoMetadata(reading: content).orientation),
            colourProfile: stored.colourProfile.flatMap(Self.profile)
        )
    }

    /// The most bytes that a colour profile may have.
    static let profileLimit = 1 << 20

    /// The profile, if it is one of RGB pixels: bytes 16 to 19 name the colour model (ICC.1:2022, 7.2.6).
    private static func profile(_ content: Data) -> Data? {
        guard content.count <= profileLimit, content.count >= 128 else { return nil }
        return content.dropFirst(16).starts(with: "RGB ".utf8) ? content : nil
    }
}
