import CHEIF
import Foundation
import PictureFiles

/// Decodes HEIC through libheif, which crops and rotates pictures by their properties.
///
/// The library is loaded at run time, so programs run on machines without it. A shim in C calls its
/// functions and hands pixels and profile to the closures of this type; it is given limits for
/// pixels, sides and the profile. libheif checks the sides before it decodes; the shim checks the
/// rest.
enum HEICDecoder {
    /// The lower bound of the side limit in pixels: tiles, and the area around a clean aperture,
    /// may be larger than the picture.
    private static let minimumSideLimit = 4096
    /// The pixels that coding may add to a side: a tile of a grid, which also covers the blocks of
    /// HEVC.
    private static let codingMargin = 512
    /// The longest side in pixels: libheif bounds sides, so memory could grow with their square.
    private static let longestSide = 16_384

    /// Receives the pixels and the profile.
    private final class Collector {
        /// The wanted size.
        let fit: PictureFit
        /// The scaled pixels, once libheif has delivered them.
        var raster: Raster?
        /// The ICC profile, if the file contains one.
        var profile: Data?

        /// Waits for pixels, to scale them to `fit`.
        init(_ fit: PictureFit) { self.fit = fit }

        /// Scales the pixels, which are valid during the call only.
        func take(_ size: PixelSize, stride: Int, _ pixels: UnsafePointer<UInt8>) {
            var average = AreaAverage(Sampling(size, fit))
            for row in 0..<size.height {
                average.add(row: row, count: size.width, pixels + row * stride)
            }
            raster = average.raster()
        }
    }

    /// Decodes the primary picture of a file upright, in the size of `fit`.
    ///
    /// Colours that are described by numbers (`nclx`) instead of a profile keep their primaries,
    /// unconverted.
    ///
    /// An error of libheif says little about the picture: older versions reject valid files of
    /// newer phones. Errors therefore count as an unsupported variant; `HEICFile` reports damage.
    ///
    /// - Throws: `damaged` for a damaged file; `notDrawn` without a library, when the library
    ///   fails, or for sides above 16,384 pixels.
    static func picture(
        _ file: HEICFile,
        _ size: PixelSize,
        _ fit: PictureFit,
        _ library: HEIFLibrary?
    ) throws(PictureFault) -> DecodedPixels {
        try file.requireComplete()
        guard let library, max(size.width, size.height) <= longestSide else {
            throw .notDrawn(.heic)
        }
        let collector = Collector(fit)
        let status = file.content.withUnsafeBytes { bytes in
            var source = source(of: collector)
            source.bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            source.count = bytes.count
            source.side_limit = sideLimit(size)
            return withExtendedLifetime(collector) { library.read(source) }
        }
        guard status == 0, let raster = collector.raster else { throw .notDrawn(.heic) }
        return DecodedPixels(raster: raster, colourProfile: collector.profile)
    }

    /// Returns the limit in pixels for the sides of all parts of a picture.
    ///
    /// libheif 1.15 rejects a grid with a side that equals its limit.
    static func sideLimit(_ size: PixelSize) -> Int32 {
        Int32(max(minimumSideLimit, size.width, size.height) + codingMargin)
    }

    /// The limits, and the functions that receive the results.
    private static func source(of collector: Collector) -> timeline_heif_source {
        var source = timeline_heif_source()
        source.pixel_limit = PictureLimits.pixels
        source.profile_limit = Picture.profileLimit
        source.context = Unmanaged.passUnretained(collector).toOpaque()
        source.take_profile = { context, bytes, count in
            guard let bytes else { return }
            HEICDecoder.collector(context)?.profile = Data(bytes: bytes, count: count)
        }
        source.take_pixels = { context, width, height, stride, pixels in
            guard let pixels else { return }
            HEICDecoder.collector(context)?
                .take(PixelSize(width: width, height: height), stride: stride, pixels)
        }
        return source
    }

    /// The collector behind a pointer that the library passed back.
    private static func collector(_ context: UnsafeMutableRawPointer?) -> Collector? {
        context.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }
}
