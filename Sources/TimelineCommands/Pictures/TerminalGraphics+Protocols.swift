import Foundation
import TimelineCore
import TimelineMedia

extension TerminalGraphics {
    /// Draws a PNG file on this machine with kitty's protocol.
    ///
    /// The terminal crops the picture to the frame, in case the file is larger than expected.
    func kitty(file: URL, in frame: PictureFrame) -> String {
        let crop = "w=\(frame.pixels.width),h=\(frame.pixels.height)"
        let path = Data(file.path.utf8).base64EncodedString()
        return "\u{1B}_Ga=T,q=2,f=100,t=f,C=1,\(crop)\(scale(frame));\(path)\u{1B}\\"
    }

    /// Draws a picture with kitty's protocol, in chunks of 4,096 characters.
    ///
    /// Returns an empty string if the picture cannot be encoded.
    func kitty(_ raster: Raster, in frame: PictureFrame) -> String {
        guard let file = raster.png(saving: .transfer) else { return "" }
        let isExact = raster.width == frame.pixels.width && raster.height == frame.pixels.height
        let size = isExact ? scale(frame) : cells(frame)
        let chunks = file.base64EncodedString().chunks(of: 4096)
        return chunks.enumerated()
            .map { index, chunk in
                let start = index == 0 ? "a=T,q=2,f=100,C=1\(size)," : "q=2,"
                let more = index == chunks.count - 1 ? 0 : 1
                return "\u{1B}_G\(start)m=\(more);\(chunk)\u{1B}\\"
            }
            .joined()
    }

    /// Draws a picture with the protocol of iTerm2, as a JPEG.
    ///
    /// Returns an empty string if the picture cannot be encoded.
    func iterm(_ raster: Raster, in frame: PictureFrame) -> String {
        guard let file = Self.smallJPEG(raster) else { return "" }
        // A size in cells would enlarge the picture to whole cells.
        let (width, height) =
            isCellKnown
            ? ("\(frame.pixels.width)px", "\(frame.pixels.height)px")
            : ("\(frame.columns)", "\(frame.rows)")
        let size = "width=\(width);height=\(height);preserveAspectRatio=1"
        let content = file.base64EncodedString()
        return "\u{1B}]1337;File=inline=1;size=\(file.count);\(size):\(content)\u{07}"
    }

    /// The maximum size of a JPEG in bytes.
    ///
    /// In base64, 20 such files and their text fit into 1 MB.
    private static let jpegLimit = 36_500
    /// The qualities to try, best first.
    private static let qualities = [80, 65, 50, 35, 20]

    /// Encodes a picture with the best quality at which the file does not exceed the limit, at a
    /// lower resolution if necessary.
    ///
    /// Returns `nil` if the picture cannot be encoded.
    private static func smallJPEG(_ raster: Raster) -> Data? {
        for quality in qualities {
            guard let file = raster.jpeg(quality: quality) else { return nil }
            if file.count <= jpegLimit { return file }
        }
        return raster.halved.flatMap(smallJPEG)
    }

    /// Returns parameters with the size in cells if the cell size is unknown.
    ///
    /// Otherwise, returns an empty string, so that kitty draws the picture pixel by pixel.
    private func scale(_ frame: PictureFrame) -> String { isCellKnown ? "" : cells(frame) }

    private func cells(_ frame: PictureFrame) -> String { ",c=\(frame.columns),r=\(frame.rows)" }
}

extension Raster {
    /// The picture at half its width and height, or `nil` if it is too small.
    ///
    /// Each pixel is the average of four.
    fileprivate var halved: Raster? {
        let (columns, rows) = (width / 2, height / 2)
        guard columns > 0, rows > 0 else { return nil }
        let source = onWhite().pixels
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let first = 4 * (2 * row * width + 2 * column)
                for index in first..<first + 4 {
                    let sum = [0, 4, 4 * width, 4 * width + 4]
                        .reduce(0) {
                            $0 + Int(source[index + $1])
                        }
                    pixels.append(UInt8(sum / 4))
                }
            }
        }
        return Raster(width: columns, height: rows, pixels: pixels)
    }
}

extension String {
    /// Splits ASCII text into parts of at most `count` characters.
    fileprivate func chunks(of count: Int) -> [Substring] {
        var rest = self[...]
        var parts: [Substring] = []
        while !rest.isEmpty {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts
    }
}
