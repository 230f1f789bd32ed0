import CTurboJPEG
import Foundation
import TimelineCore

/// Decodes JPEG through libjpeg-turbo, already smaller where little is asked for.
enum JPEGDecoder {
    /// Decodes what `plan` asks for.
    ///
    /// - Throws: `truncated` when the pixels are not all there; `notDrawn` for kinds that nobody's camera writes, such
    ///   as 12 bits a sample; `tooManyParts`; `undecodable`.
    static func picture(_ content: Data, _ plan: Sampling) throws(PhotoFault) -> StoredPicture {
        let file = try JPEGFile(reading: content)
        try file.checkLength(of: plan.source)
        guard file.hasEnd else { throw .truncated(.jpeg) }
        guard file.isDrawn else { throw .notDrawn(.jpeg) }
        let size = scaledSize(plan)
        let bytes =
            isEighth(size, of: plan.source) ? JPEGThinning.thinned(content, file) : content
        let pixels = try decoded(bytes, size, isCMYK: file.componentCount == 4)
        let raster = Raster(
            size.width,
            size.height,
            file.componentCount == 4 ? rgb(pixels, isInverted: file.isAdobe) : pixels
        )
        return StoredPicture(
            raster: raster.sampled(Sampling(plan, of: size)),
            colourProfile: file.colourProfile
        )
    }

    /// The smallest size that the inverse DCT can make which is no smaller than what is asked for.
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

    /// Whether libjpeg-turbo makes an eighth for this size, not a larger part that is one pixel too.
    private static func isEighth(_ size: PixelSize, of source: PixelSize) -> Bool {
        size == source.scaled(by: tjscalingfactor(num: 1, denom: 8)) && size.area > 1
    }

    /// The pixels as RGBA, or as cyan, magenta, yellow and key.
    static func decoded(
        _ content: Data,
        _ size: PixelSize,
        isCMYK: Bool
    ) throws(PhotoFault) -> [UInt8] {
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
                    // Files with thousands of scans would take minutes.
                    TJFLAG_LIMITSCANS
                )
            }
            // Cameras write files that libjpeg warns of and everyone shows.
            isDecoded = status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        }
        guard isDecoded else { throw .undecodable(.jpeg) }
        return pixels
    }

    /// Plain CMYK to RGB, without profiles; Adobe's files hold how much light each ink leaves.
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
    /// The size that libjpeg-turbo gives for a scaling factor: rounded up.
    fileprivate func scaled(by factor: tjscalingfactor) -> PixelSize {
        let (part, whole) = (Int(factor.num), Int(factor.denom))
        return PixelSize(
            width: (width * part + whole - 1) / whole,
            height: (height * part + whole - 1) / whole
        )
    }
}
