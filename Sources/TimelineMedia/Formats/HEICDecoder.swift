import CHEIF
import Foundation
import PictureFiles

/// Decodes HEIC through libheif, which crops and rotates pictures by their properties.
///
/// The library is loaded at run time, so programs also run on machines without it. A C shim calls
/// its functions and passes the pixels and the profile to the closures of this type. The shim
/// receives limits for the number of pixels, the sides and the profile. libheif checks the sides
/// before decoding, and the shim checks the other limits.
enum HEICDecoder {
    /// The lowest limit to set for a side, in pixels.
    ///
    /// Tiles, and the picture before it is cropped to its clean aperture, may be larger than the
    /// result.
    private static let minimumSideLimit = 4096
    /// The number of pixels that coding may add to a side: one tile of a grid, which is also enough
    /// for the blocks of HEVC.
    private static let codingMargin = 512
    /// The longest accepted side in pixels.
    ///
    /// libheif limits only sides, so memory could otherwise grow with their square. Pictures above
    /// ``PictureLimits/wholePixels`` are not decoded, either.
    private static let longestSide = 16_384

    /// Collects the pixels and the profile from the shim.
    private final class Collector {
        /// The requested size.
        let fit: PictureFit
        /// The scaled pixels, once libheif has delivered them.
        var raster: Raster?
        /// The ICC profile, if the file contains one.
        var profile: Data?

        /// Creates a collector that scales the pixels to `fit`.
        init(_ fit: PictureFit) { self.fit = fit }

        /// Scales the pixels, which are valid only during the call.
        func take(_ size: PixelSize, stride: Int, _ pixels: UnsafePointer<UInt8>) {
            var average = AreaAverage(Sampling(size, fit: fit))
            for row in 0..<size.height {
                average.add(row: row, count: size.width, pixels + row * stride)
            }
            raster = average.raster()
        }
    }

    /// Decodes the primary picture of a file, upright and scaled to `fit`.
    ///
    /// Colours described by code numbers (`nclx`) instead of a profile are not converted to other
    /// primaries.
    ///
    /// An error from libheif says little about the picture, because older versions reject valid
    /// files from newer phones. Any error is therefore reported as an unsupported variant, and only
    /// `HEICFile` reports damage.
    ///
    /// - Throws: `damaged` if the file is damaged, or `notDrawn` if the library is missing or
    ///   fails, or if the picture exceeds 16,384 pixels a side or 100 megapixels, or consists of too
    ///   many others.
    static func picture(
        from file: HEICFile,
        size: PixelSize,
        fit: PictureFit,
        library: HEIFLibrary?
    ) throws(PictureError) -> DecodedPixels {
        try file.requireComplete()
        guard let library, max(size.width, size.height) <= longestSide,
            size.area <= PictureLimits.wholePixels, file.hasBoundedParts
        else { throw .notDrawn(.heic) }
        if let pixels = pixels(of: file.content, size: size, fit: fit, library) { return pixels }
        // Old versions of libheif reject files of newer phones because of relations between items
        // that the primary picture does not need.
        guard let plain = file.withoutRelations,
            let pixels = pixels(of: plain, size: size, fit: fit, library)
        else { throw .notDrawn(.heic) }
        return pixels
    }

    /// Decodes the primary picture, or returns `nil` if libheif fails.
    private static func pixels(
        of content: Data,
        size: PixelSize,
        fit: PictureFit,
        _ library: HEIFLibrary
    ) -> DecodedPixels? {
        let collector = Collector(fit)
        let status = content.withUnsafeBytes { bytes in
            var source = source(of: collector)
            source.bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            source.count = bytes.count
            source.side_limit = sideLimit(size)
            return withExtendedLifetime(collector) { library.read(source) }
        }
        guard status == 0, let raster = collector.raster else { return nil }
        return DecodedPixels(raster: raster, colourProfile: collector.profile)
    }

    /// Returns the limit in pixels for the sides of all parts of a picture.
    ///
    /// libheif 1.15 rejects a grid with a side that equals its limit.
    static func sideLimit(_ size: PixelSize) -> Int32 {
        Int32(max(minimumSideLimit, size.width, size.height) + codingMargin)
    }

    /// Returns the shim's input without the file: the limits, and the functions that receive the
    /// results.
    private static func source(of collector: Collector) -> timeline_heif_source {
        var source = timeline_heif_source()
        source.pixel_limit = PictureLimits.wholePixels
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

    /// Returns the collector for a pointer that the library passed back.
    private static func collector(_ context: UnsafeMutableRawPointer?) -> Collector? {
        context.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The library libheif with an HEVC decoder, loaded at run time.
///
/// The library is not linked. A program therefore runs with or without libheif, and can show HEIC
/// once libheif is installed.
struct HEIFLibrary: Sendable {
    /// The system's library, located once, or `nil` if none is installed.
    static let system = HEIFLibrary(names: [
        "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
        "/usr/local/lib/libheif.1.dylib",
    ])

    /// The addresses of libheif's functions.
    private let functions: timeline_heif

    /// Creates a library from its functions.
    init(_ functions: timeline_heif) { self.functions = functions }

    /// Loads the first library that exists under one of the given names or paths and has all
    /// functions.
    init?(names: [String]) {
        var functions = timeline_heif()
        guard names.contains(where: { timeline_heif_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Decodes a picture and returns libheif's error code, which is 0 on success.
    func read(_ source: timeline_heif_source) -> Int32 {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: source) { timeline_heif_read(functions, $0) }
        }
    }
}
