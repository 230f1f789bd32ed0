import CTurboJPEG
import Foundation
import PictureFiles

/// Decodes JPEG through libjpeg-turbo, scaled down in the DCT domain where possible.
///
/// libjpeg-turbo computes a picture at 1/8 to 7/8 of its size directly from the coefficients, which
/// is faster than decoding all pixels. The decoder requests the smallest of these sizes that covers
/// the target, and `AreaAverage` scales the rest.
enum JPEGDecoder {
    /// Decodes the part of a picture that `plan` selects.
    ///
    /// - Throws: `truncated` if pixels are missing; `notDrawn` for variants that cameras do not
    ///   write, such as 12 bits per sample; `damaged`, `tooManyParts` or `undecodable`.
    static func picture(
        from file: JPEGFile,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        try file.requireComplete()
        try file.checkLength()
        guard file.frame.isDrawn else { throw .notDrawn(.jpeg) }
        let size = scaledSize(plan)
        let isEighth = isEighth(size, of: plan.source)
        let isCMYK = file.frame.components.count == 4
        let pixels = try decoded(
            isEighth ? JPEGThinning.thinned(file) : file.content,
            size: size,
            isCMYK: isCMYK
        )
        let raster = Raster(
            size.width,
            size.height,
            isCMYK ? rgb(pixels, isInverted: file.isAdobe) : pixels
        )
        return DecodedPixels(
            raster: raster.sampled(Sampling(plan, of: size)),
            colourProfile: file.colourProfile
        )
    }

    /// Returns the smallest size that the inverse DCT can produce and that covers the target.
    private static func scaledSize(_ plan: Sampling) -> PixelSize {
        var count: Int32 = 0
        let factors = UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count))
        return factors.filter { $0.num < $0.denom }
            .map { Sampling(plan, of: plan.source.scaled(by: $0)) }
            .filter {
                $0.part.width >= plan.target.width && $0.part.height >= plan.target.height
            }
            .map(\.source)
            .min { $0.area < $1.area } ?? plan.source
    }

    /// Returns whether libjpeg-turbo produces this size by scaling to one eighth.
    ///
    /// The result is `false` for a single pixel, which could also result from a larger factor.
    /// Scans may be omitted only at one eighth (`JPEGThinning`).
    private static func isEighth(_ size: PixelSize, of source: PixelSize) -> Bool {
        size == source.scaled(by: tjscalingfactor(num: 1, denom: 8)) && size.area > 1
    }

    /// Decodes to RGBA pixels, or to CMYK pixels if `isCMYK` is set.
    static func decoded(
        _ content: Data,
        size: PixelSize,
        isCMYK: Bool
    ) throws(PictureError) -> [UInt8] {
        guard let decoder = tjInitDecompress() else { throw .undecodable(.jpeg) }
        defer { tjDestroy(decoder) }
        let format = isCMYK ? TJPF_CMYK : TJPF_RGBA
        var isDecoded = false
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { pixels, count in
            pixels.initialize(repeating: 0)
            count = pixels.count
            let status = content.withUnsafeBytes { bytes in
                tjDecompress2(
                    decoder,
                    bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                    UInt(bytes.count),
                    pixels.baseAddress,
                    Int32(size.width),
                    0,
                    Int32(size.height),
                    format.rawValue,
                    // Decoding stops at 500 scans, because thousands would take minutes.
                    TJFLAG_LIMITSCANS
                )
            }
            // Warnings are ignored, because libjpeg warns about many camera files that viewers
            // display anyway.
            isDecoded = status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        }
        guard isDecoded else { throw .undecodable(.jpeg) }
        return pixels
    }

    /// Converts CMYK to RGB without profiles.
    ///
    /// Adobe's files store inverted values.
    private static func rgb(_ inks: [UInt8], isInverted: Bool) -> [UInt8] {
        var pixels = inks
        let flip: UInt8 = isInverted ? 0 : 255
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let key = Int(pixels[start + 3] ^ flip)
            for place in start..<start + 3 {
                pixels[place] = UInt8((Int(pixels[place] ^ flip) * key + 127) / 255)
            }
            pixels[start + 3] = 255
        }
        return pixels
    }
}

extension PixelSize {
    /// Returns the size that libjpeg-turbo produces for a scaling factor, rounded up.
    fileprivate func scaled(by factor: tjscalingfactor) -> PixelSize {
        let (part, whole) = (Int(factor.num), Int(factor.denom))
        return PixelSize(
            width: (width * part + whole - 1) / whole,
            height: (height * part + whole - 1) / whole
        )
    }
}
