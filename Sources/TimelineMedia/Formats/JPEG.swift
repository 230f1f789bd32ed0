import CTurboJPEG
import Foundation
import PictureFiles

/// Decodes JPEG through libjpeg-turbo, scaled down in the DCT domain where possible.
///
/// libjpeg-turbo computes a picture at 1/8 to 7/8 of its size directly from the coefficients, which
/// is faster than decoding all pixels. The decoder requests the smallest of these sizes that covers
/// the target, and `AreaAverage` scales the rest.
enum JPEGDecoder {
    /// The maximum number of samples to hold at once, each of which takes two bytes: three for each
    /// pixel of ``PictureLimits/wholePixels``.
    ///
    /// A picture whose colours are not halved has three samples per pixel.
    private static let sampleLimit = 3 * PictureLimits.wholePixels

    /// Decodes the part of a picture that `plan` selects.
    ///
    /// - Throws: `truncated` if pixels are missing; `notDrawn` for variants that cameras do not
    ///   write, such as 12 bits per sample, and for progressive pictures that take too much memory;
    ///   `damaged`, `tooManyParts` or `undecodable`.
    static func picture(
        from file: JPEGFile,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        let file = try file.complete()
        try file.checkLength()
        guard file.frame.isDrawn, file.heldSamples <= sampleLimit else { throw .notDrawn(.jpeg) }
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

/// Removes the scans that have no effect when a progressive JPEG is decoded at one eighth of its
/// size.
///
/// They make up most of the file.
///
/// At that size, a block of 8 × 8 samples becomes one pixel, which depends on its DC coefficient
/// alone. A block of a colour component at half resolution becomes 2 × 2 pixels, so the scans of
/// such components remain.
///
/// If no scan contains a coefficient, libjpeg-turbo estimates it, which also changes the DC
/// coefficients. The removed scans are therefore replaced by a few bytes that set all AC
/// coefficients to 0.
struct JPEGThinning {
    /// The frame, which states the components and their sampling.
    private let frame: JPEGFrame
    /// The components for which a scan with DC coefficients has been found.
    private var started: Set<UInt8> = []
    /// The first removed coefficient of each component.
    private var removed: [UInt8: UInt8] = [:]

    /// Returns bytes that decode to the same pixels at one eighth of the size, or the file itself
    /// if all of its scans are needed.
    static func thinned(_ file: JPEGFile) -> Data {
        let frameCount = file.segments.count { JPEGFrame.isFrame($0.marker) }
        guard frameCount == 1, file.frame.isProgressive, file.frame.isRegular else {
            return file.content
        }
        var thinning = JPEGThinning(frame: file.frame)
        return thinning.thinned(file)
    }

    /// Creates the initial state, before the first scan of a frame.
    private init(frame: JPEGFrame) { self.frame = frame }

    /// Copies the segments that are needed, and inserts the replacements before the end.
    private mutating func thinned(_ file: JPEGFile) -> Data {
        var thin = Data(file.content.prefix(2))
        for segment in file.segments {
            if removes(segment) { continue }
            if segment.marker == 0xD9 { thin += replacements }
            thin += file.content[segment.range]
        }
        return thin
    }

    /// Returns whether a segment can be removed because it has no effect.
    ///
    /// A scan that precedes its component's DC coefficients has an effect, since the first scan
    /// determines the quantization table.
    private mutating func removes(_ segment: JPEGFile.Segment) -> Bool {
        started.formUnion(JPEGScan.componentsOfDC(segment))
        guard let scan = JPEGScan(segment), started.contains(scan.component),
            let component = frame.components.first(where: { $0.id == scan.component }),
            frame.isFine(component)
        else { return false }
        removed[component.id] = min(removed[component.id] ?? scan.first, scan.first)
        return true
    }

    /// The scans that replace the removed ones, without restart markers and with a separate Huffman
    /// table.
    private var replacements: Data {
        guard !removed.isEmpty else { return Data() }
        // The codes 0000 to 1110 stand for the end-of-band runs EOB0 to EOB14 (G.1.2.2).
        let table: [UInt8] =
            [0xFF, 0xC4, 0, 34, 0x10, 0, 0, 0, 15] + Array(repeating: 0, count: 12)
            + (0..<15).map { $0 << 4 }
        return frame.components.reduce(into: Data([0xFF, 0xDD, 0, 4, 0, 0] + table)) {
            scans,
            component in
            guard let first = removed[component.id] else { return }
            scans += [0xFF, 0xDA, 0, 8, 1, component.id, 0, first, 63, 0]
            scans += Self.emptyBlocks(frame.blockCount(of: component))
        }
    }

    /// Returns the code for blocks without AC coefficients.
    ///
    /// It contains no byte FF.
    private static func emptyBlocks(_ count: Int) -> Data {
        var bits: [UInt8] = []
        var rest = count
        while rest > 0 {
            let power = min(14, Int.bitWidth - 1 - rest.leadingZeroBitCount)
            bits += [3, 2, 1, 0].map { UInt8(power >> $0 & 1) }
            bits += Array(repeating: 0, count: power)
            rest -= 1 << power
        }
        return stride(from: 0, to: bits.count, by: 8)
            .reduce(into: Data()) { bytes, start in
                let byte = bits[start..<min(start + 8, bits.count)]
                bytes.append(byte.reduce(0) { $0 << 1 | $1 } << (8 - byte.count))
            }
    }
}

/// Encodes pictures as JPEG through libjpeg-turbo.
///
/// It creates all files of this module: renditions, previews and placeholders. They contain the
/// JFIF segment of libjpeg-turbo and the colour profile, and no other metadata.
enum JPEGEncoder {
    /// The identifier of a profile's parts (ICC.1:2022, annex B.4).
    private static let profileIdentifier = Data("ICC_PROFILE\0".utf8)
    /// The maximum number of profile bytes in one segment.
    private static let profilePart = 65_519

    /// Encodes a picture as a baseline JPEG with its profile and with 4:2:0 chroma subsampling.
    ///
    /// Transparent parts are drawn on white.
    ///
    /// - Parameters:
    ///   - picture: The picture, whose sides must not exceed 65,500 pixels.
    ///   - quality: The quality for libjpeg, from 1 to 100.
    /// - Returns: The file, or `nil` if libjpeg-turbo fails.
    static func file(_ picture: Picture, quality: Int) -> Data? {
        guard let plain = file(picture.raster.onWhite(), quality: quality) else { return nil }
        guard let profile = picture.colourProfile else { return plain }
        // The JFIF segment must remain first. It follows SOI and has 18 bytes.
        let start = plain.startIndex + 20
        return plain[..<start] + segments(profile) + plain[start...]
    }

    /// Encodes the pixels, which must be opaque, without a profile.
    private static func file(_ raster: Raster, quality: Int) -> Data? {
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = raster.pixels.withUnsafeBufferPointer { pixels in
            tjCompress2(
                encoder,
                pixels.baseAddress,
                Int32(raster.width),
                0,
                Int32(raster.height),
                TJPF_RGBX.rawValue,
                &bytes,
                &count,
                Int32(TJSAMP_420.rawValue),
                Int32(quality),
                0
            )
        }
        defer { tjFree(bytes) }
        guard status == 0, let bytes else { return nil }
        return Data(bytes: bytes, count: Int(count))
    }

    /// Splits the profile into numbered APP2 segments.
    private static func segments(_ profile: Data) -> Data {
        let starts = Array(stride(from: 0, to: profile.count, by: profilePart))
        return starts.enumerated()
            .reduce(into: Data()) { file, part in
                let content = profile.dropFirst(part.element).prefix(profilePart)
                let length = 2 + profileIdentifier.count + 2 + content.count
                file += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
                file += profileIdentifier
                file += [UInt8(part.offset + 1), UInt8(starts.count)]
                file += content
            }
    }
}
