import CPNG
import Foundation
import PictureFiles

/// Decodes PNG through libpng, row by row.
enum PNGDecoder {
    /// The longest side in pixels: longer rows would take much memory at any size of the result.
    private static let sideLimit = 65_535

    /// Receives the rows and the profile from libpng.
    private final class Collector {
        var average: AreaAverage
        var profile: Data?

        init(_ plan: Sampling) { average = AreaAverage(plan) }
    }

    /// Decodes the part of a picture in `plan`; of an animation, the picture in IDAT.
    ///
    /// Gamma and chromaticities without a profile are ignored.
    ///
    /// - Throws: `notDrawn` for sides above 65,535 pixels; `undecodable`.
    static func picture(_ content: Data, _ plan: Sampling) throws(PictureFault) -> DecodedPixels {
        guard max(plan.source.width, plan.source.height) <= sideLimit else { throw .notDrawn(.png) }
        let collector = Collector(plan)
        let isRead = content.withUnsafeBytes { read($0, into: collector) }
        guard isRead else { throw .undecodable(.png) }
        return DecodedPixels(
            raster: collector.average.raster(),
            colourProfile: collector.profile
        )
    }

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

    private static func collector(_ context: UnsafeMutableRawPointer?) -> Collector? {
        context.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }
}
