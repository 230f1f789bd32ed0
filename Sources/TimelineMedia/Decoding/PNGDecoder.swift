import CPNG
import Foundation
import PictureFiles

/// Decodes PNG through libpng, row by row.
///
/// A C shim catches libpng's errors, which are long jumps, and passes on 8-bit RGBA rows. For an
/// interlaced file, it passes on the rows of each of the seven passes, so the complete picture is
/// never stored. libpng allocates at most 1 MiB for a chunk, which also limits the profile.
enum PNGDecoder {
    /// The longest side in pixels.
    ///
    /// Longer rows would take much memory, even for a small result.
    private static let sideLimit = 65_535

    /// Collects the rows and the profile from libpng.
    private final class Collector {
        /// The target that the rows are added to.
        var average: AreaAverage
        /// The ICC profile, if the file contains one.
        var profile: Data?

        /// Creates a collector with an empty target.
        init(_ plan: Sampling) { average = AreaAverage(plan) }
    }

    /// Decodes the part of a picture that `plan` selects.
    ///
    /// If the file is an animation, decodes the picture in IDAT.
    ///
    /// If the file has no colour profile, its gamma and chromaticities are ignored.
    ///
    /// - Throws: `notDrawn` if a side exceeds 65,535 pixels, or `undecodable`.
    static func picture(
        from content: Data,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        guard max(plan.source.width, plan.source.height) <= sideLimit else { throw .notDrawn(.png) }
        let collector = Collector(plan)
        let isRead = content.withUnsafeBytes { read($0, into: collector) }
        guard isRead else { throw .undecodable(.png) }
        return DecodedPixels(
            raster: collector.average.raster(),
            colourProfile: collector.profile
        )
    }

    /// Decodes a file, and returns whether libpng succeeded.
    private static func read(_ bytes: UnsafeRawBufferPointer, into collector: Collector) -> Bool {
        var source = timeline_png()
        source.bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        source.count = bytes.count
        source.context = Unmanaged.passUnretained(collector).toOpaque()
        source.take_profile = { context, bytes, count in
            guard let bytes else { return }
            PNGDecoder.collector(context)?.profile = Data(bytes: bytes, count: count)
        }
        source.take_row = { context, top, left, step, count, pixels in
            guard let pixels else { return }
            PNGDecoder.collector(context)?.average
                .add(row: Int(top), left: Int(left), step: Int(step), count: Int(count), pixels)
        }
        return withExtendedLifetime(collector) {
            timeline_png_read(&source, Picture.profileLimit) != 0
        }
    }

    /// Returns the collector for a pointer that libpng passed back.
    private static func collector(_ context: UnsafeMutableRawPointer?) -> Collector? {
        context.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }
}
