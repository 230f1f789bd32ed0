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

    /// Decodes a JPEG, PNG or WebP file; of an animation, the first frame.
    ///
    /// Header and limits (`PhotoLimits`) are checked first. Memory is in proportion to what `fit` asks for,
    /// with two exceptions that lie in the formats: a progressive JPEG needs two bytes for each of its
    /// samples, a lossless WebP four bytes for each pixel.
    ///
    /// - Throws: `PhotoFault`; `notDrawn` for GIF and HEIC.
    public init(reading content: Data, fit: PictureFit = .whole) throws(PhotoFault) {
        let header = try PhotoHeader(reading: content)
        let plan = Sampling(PixelSize(width: header.width, height: header.height), fit)
        let stored =
            switch header.mediaType {
            case .jpeg: try JPEGDecoder.picture(content, plan)
            case .png: try PNGDecoder.picture(content, plan)
            case .webp: try WebPDecoder.picture(content, plan)
            case .gif, .heic: throw .notDrawn(header.mediaType)
            }
        self.init(
            raster: stored.raster.oriented(PhotoMetadata(reading: content).orientation),
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
