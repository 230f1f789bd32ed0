import Foundation
import TimelineCore

/// Decodes GIF row by row, without any library.
enum GIFDecoder {
    /// Decodes what `plan` asks for: the first image on its transparent screen.
    ///
    /// Colour profiles, which hardly any file has, are left out.
    ///
    /// - Throws: `truncated` when the pixels are not all there, as well as `damaged` and `undecodable`.
    static func picture(_ content: Data, _ plan: Sampling) throws(PhotoFault) -> StoredPicture {
        let image = try GIFImage(reading: content)
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
        return StoredPicture(raster: average.raster(), colourProfile: nil)
    }
}
