import CPNG
package import Foundation
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

/// Encodes opaque pixels as PNG through libpng.
enum PNGEncoder {
    /// Encodes a raster as a file without metadata.
    ///
    /// - Parameters:
    ///   - raster: The pixels. Their alpha is ignored.
    ///   - goal: The resource to save.
    /// - Returns: The file, or `nil` if libpng fails.
    static func file(_ raster: Raster, saving goal: PNGGoal) -> Data? {
        let (width, height) = (UInt32(raster.width), UInt32(raster.height))
        var count = timeline_png_bound(width, height)
        var file = Data(count: count)
        let pixels = colours(of: raster, isRounded: goal == .transfer)
        let isFast: Int32 = goal == .time ? 1 : 0
        let isWritten = file.withUnsafeMutableBytes { target in
            timeline_png_write(pixels, width, height, isFast, target.baseAddress, &count)
        }
        return isWritten != 0 ? file.prefix(count) : nil
    }

    /// Returns red, green and blue of each pixel.
    ///
    /// A plain loop, because iterating over a stride is slow without optimization.
    ///
    /// - Parameters:
    ///   - raster: The pixels.
    ///   - isRounded: Whether to round the colours to 7 bits.
    /// - Returns: The colours.
    private static func colours(of raster: Raster, isRounded: Bool) -> [UInt8] {
        let table = (0...255).map { isRounded ? rounded(UInt8($0)) : UInt8($0) }
        let area = raster.width * raster.height
        return [UInt8](unsafeUninitializedCapacity: 3 * area) { colours, count in
            count = 3 * area
            guard var colour = colours.baseAddress else { return }
            raster.pixels.withUnsafeBufferPointer { pixels in
                guard var pixel = pixels.baseAddress else { return }
                let end = pixel + 4 * area
                while pixel < end {
                    colour[0] = table[Int(pixel[0])]
                    colour[1] = table[Int(pixel[1])]
                    colour[2] = table[Int(pixel[2])]
                    pixel += 4
                    colour += 3
                }
            }
        }
    }

    /// Rounds a value to 7 bits, so that black and white remain the same.
    private static func rounded(_ value: UInt8) -> UInt8 { value == 255 ? value : value & 0xFE }
}

/// The quantity that a PNG encoder minimizes.
package enum PNGGoal: Hashable, Sendable {
    /// The time that encoding takes.
    case time
    /// The size of the file, without changing any pixel.
    case bytes
    /// The size of the file, also by rounding the colours to 7 bits, which is invisible and saves a
    /// seventh.
    case transfer
}

extension Raster {
    /// Returns the raster as a PNG file without metadata and without transparency.
    ///
    /// - Parameter goal: The quantity to minimize.
    /// - Returns: The file, or `nil` if libpng fails.
    package func png(saving goal: PNGGoal = .bytes) -> Data? {
        PNGEncoder.file(onWhite(), saving: goal)
    }

    /// Returns the raster as a JPEG file without metadata.
    ///
    /// - Parameter quality: The quality for libjpeg, from 1 to 100.
    /// - Returns: The file, or `nil` if a side exceeds 65,500 pixels.
    package func jpeg(quality: Int) -> Data? {
        JPEGEncoder.file(Picture(raster: self), quality: quality)
    }
}
