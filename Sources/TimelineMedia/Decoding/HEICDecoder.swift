import CHEIF
import Foundation
import TimelineCore

/// Decodes HEIC through libheif, which turns and cuts pictures as their properties say.
enum HEICDecoder {
    /// Tiles and what surrounds a clean aperture may be larger than the picture.
    private static let usualSideLimit = 4096
    /// What coding may add to a side: a tile of a grid, which also covers the blocks of HEVC.
    private static let codingMargin = 512
    /// libheif bounds sides, not pixels: a file of longer ones could take memory by their square.
    private static let longestSide = 16_384

    /// What the pixels are added to.
    private final class Collector {
        let fit: PictureFit
        var raster: Raster?
        var profile: Data?

        init(_ fit: PictureFit) { self.fit = fit }

        func take(_ size: PixelSize, stride: Int, _ pixels: UnsafePointer<UInt8>) {
            var average = AreaAverage(Sampling(size, fit))
            for row in 0..<size.height {
                average.add(row: row, count: size.width, pixels + row * stride)
            }
            raster = average.raster()
        }
    }

    /// Decodes the primary picture of a file, as large as `fit` wants it, upright.
    ///
    /// Of colours that are told by numbers instead of a profile, the primaries are not converted.
    ///
    /// An error of libheif says little about the picture: older versions call files of newer phones invalid. So it
    /// counts as a variant that is not drawn; ``HEICFile`` finds what is damaged.
    ///
    /// - Throws: `damaged` for a damaged container; `notDrawn` without a library, when that fails, or for sides of
    ///   more than 16,384 pixels.
    static func picture(
        _ content: Data,
        _ size: PixelSize,
        _ fit: PictureFit,
        _ library: HEIFLibrary?
    ) throws(PhotoFault) -> StoredPicture {
        _ = try HEICFile(reading: content)
        guard let library, max(size.width, size.height) <= longestSide else {
            throw .notDrawn(.heic)
        }
        let collector = Collector(fit)
        let status = content.withUnsafeBytes { bytes in
            var source = source(of: collector)
            source.bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            source.count = bytes.count
            source.side_limit = sideLimit(size)
            return withExtendedLifetime(collector) { library.read(source) }
        }
        guard status == 0, let raster = collector.raster else { throw .notDrawn(.heic) }
        return StoredPicture(raster: raster, colourProfile: collector.profile)
    }

    /// The limit for the sides of all parts of a picture of this size.
    ///
    /// libheif 1.15 rejects a grid with a side that equals its limit.
    static func sideLimit(_ size: PixelSize) -> Int32 {
        Int32(max(usualSideLimit, size.width, size.height) + codingMargin)
    }

    private static func source(of collector: Collector) -> timeline_heif_source {
        var source = timeline_heif_source()
        source.pixel_limit = PhotoLimits.pixels
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

    private static func collector(_ context: UnsafeMutableRawPointer?) -> Collector? {
        context.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }
}
