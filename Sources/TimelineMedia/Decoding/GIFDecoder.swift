import Foundation
import PictureFiles

/// Decodes GIF row by row, without a library.
enum GIFDecoder {
    /// Decodes the part of a picture that `plan` selects: the first image on its transparent
    /// screen.
    ///
    /// Colour profiles are ignored, because hardly any GIF file contains one.
    ///
    /// Only one row of decoded pixels is in memory at a time.
    ///
    /// - Throws: `truncated` if pixels are missing, `damaged` or `undecodable`.
    static func picture(
        from file: GIFFile,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        let image = try GIFImage(of: file)
        var codes = try LZWReader(image.codes, codeSize: image.codeSize)
        var average = AreaAverage(plan)
        var line = [UInt8](repeating: 0, count: 4 * image.size.width)
        for row in image.rows {
            for start in stride(from: 0, to: line.count, by: 4) {
                let colour = 4 * Int(try codes.byte())
                for channel in 0..<4 { line[start + channel] = image.colours[colour + channel] }
            }
            line.withUnsafeBufferPointer { line in
                guard let start = line.baseAddress else { return }
                average.add(
                    row: image.top + row,
                    left: image.left,
                    count: image.size.width,
                    start
                )
            }
        }
        return DecodedPixels(raster: average.raster(), colourProfile: nil)
    }
}
