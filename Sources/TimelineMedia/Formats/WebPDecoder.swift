import CWebP
import Foundation
import PictureFiles

/// Decodes WebP through libwebp, which scales pictures down while it decodes.
///
/// A lossy picture takes little memory besides the target, since libwebp works row by row. A
/// lossless picture takes four bytes per pixel, which its format requires. The first frame of an
/// animation is decoded at full size.
enum WebPDecoder {
    /// Decodes the part of a picture that `plan` selects.
    ///
    /// If the file is an animation, decodes its first frame, placed on the canvas.
    ///
    /// - Throws: `notDrawn` for a picture above 100 megapixels that is lossless, transparent or
    ///   animated; `damaged` or `undecodable`.
    static func picture(
        from file: WebPFile,
        content: Data,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        try file.requireComplete()
        guard !file.isHeldWhole || plan.source.area <= PictureLimits.wholePixels else {
            throw .notDrawn(.webp)
        }
        let raster: Raster
        if let frame = try file.firstFrame() {
            raster = try onCanvas(frame, plan: plan)
        } else {
            raster = try decoded(content, sampling: plan)
        }
        return DecodedPixels(raster: raster, colourProfile: file.colourProfile)
    }

    /// Decodes a frame and places it on its transparent canvas.
    ///
    /// A frame that fills its canvas is scaled directly.
    private static func onCanvas(
        _ frame: WebPFile.Frame,
        plan: Sampling
    ) throws(PictureError) -> Raster {
        let whole = try decoded(frame.file, sampling: Sampling(frame.size, fit: .whole))
        if frame.size == plan.source { return whole.sampled(plan) }
        var average = AreaAverage(plan)
        whole.pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<whole.height {
                average.add(
                    row: frame.top + row,
                    left: frame.left,
                    count: whole.width,
                    start + 4 * whole.width * row
                )
            }
        }
        return average.raster()
    }

    /// Decodes a still image, which libwebp crops and scales.
    private static func decoded(
        _ content: Data,
        sampling plan: Sampling
    ) throws(PictureError) -> Raster {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .undecodable(.webp) }
        config.options.use_cropping = plan.part == plan.source ? 0 : 1
        config.options.crop_left = Int32(plan.left)
        config.options.crop_top = Int32(plan.top)
        config.options.crop_width = Int32(plan.part.width)
        config.options.crop_height = Int32(plan.part.height)
        config.options.use_scaling = plan.target == plan.part ? 0 : 1
        config.options.scaled_width = Int32(plan.target.width)
        config.options.scaled_height = Int32(plan.target.height)
        config.output.colorspace = MODE_RGBA
        return try decoded(content, size: plan.target, config: &config)
    }

    /// Decodes into memory that this function allocates, so that libwebp allocates no second copy
    /// of the result.
    private static func decoded(
        _ content: Data,
        size: PixelSize,
        config: inout WebPDecoderConfig
    ) throws(PictureError) -> Raster {
        var pixels = [UInt8](repeating: 0, count: 4 * size.area)
        let status = pixels.withUnsafeMutableBufferPointer { pixels in
            config.output.is_external_memory = 1
            config.output.u.RGBA.rgba = pixels.baseAddress
            config.output.u.RGBA.stride = Int32(4 * size.width)
            config.output.u.RGBA.size = pixels.count
            return content.withUnsafeBytes { bytes in
                WebPDecode(
                    bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                    bytes.count,
                    &config
                )
            }
        }
        WebPFreeDecBuffer(&config.output)
        guard status == VP8_STATUS_OK else { throw .undecodable(.webp) }
        return Raster(size.width, size.height, pixels)
    }
}
