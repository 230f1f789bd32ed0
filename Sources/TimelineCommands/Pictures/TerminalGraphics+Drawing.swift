import CChafa
import Foundation
import TimelineCore
import TimelineMedia

extension TerminalGraphics {
    /// Draws a picture into a frame.
    ///
    /// - Parameters:
    ///   - raster: The picture, which is stretched to fill the frame.
    ///   - frame: The frame.
    /// - Returns: The drawing, which is empty if the picture cannot be encoded.
    func draw(_ raster: Raster, in frame: PictureFrame) -> DrawnPicture {
        let content: DrawnPicture.Content =
            switch method {
            case .kitty: .sequence(kitty(raster, in: frame))
            case .iterm: .sequence(iterm(raster, in: frame))
            case .sixel: .sequence(chafa(raster, in: frame).replacing("\n", with: ""))
            case .blocks: .text(chafa(raster, in: frame).split(separator: "\n").map(String.init))
            }
        return DrawnPicture(columns: frame.columns, rows: frame.rows, content: content)
    }

    /// Draws a picture with libchafa, as sixel or as symbols.
    private func chafa(_ raster: Raster, in frame: PictureFrame) -> String {
        let terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default())
        defer { chafa_term_info_unref(terminal) }
        let settings = settings(columns: frame.columns, rows: frame.rows)
        defer { chafa_canvas_config_unref(settings) }
        let canvas = chafa_canvas_new(settings)
        defer { chafa_canvas_unref(canvas) }
        let raster = method == .sixel ? padded(raster, to: frame) : raster
        raster.pixels.withUnsafeBufferPointer { pixels in
            chafa_canvas_draw_all_pixels(
                canvas,
                CHAFA_PIXEL_RGBA8_UNASSOCIATED,
                pixels.baseAddress,
                Int32(raster.width),
                Int32(raster.height),
                Int32(4 * raster.width)
            )
        }
        guard let text = chafa_canvas_print(canvas, terminal) else { return "" }
        defer { g_string_free(text, 1) }
        return String(cString: text.pointee.str)
    }

    /// Pads a picture with transparent pixels, so that it is not stretched to whole cells.
    private func padded(_ raster: Raster, to frame: PictureFrame) -> Raster {
        guard raster.width == frame.pixels.width, raster.height == frame.pixels.height else {
            return raster
        }
        let (width, height) = (frame.columns * cell.width, frame.rows * cell.height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        let margin = Array(repeating: UInt8(0), count: 4 * max(0, width - raster.width))
        for row in 0..<raster.height {
            pixels += raster.pixels[4 * row * raster.width..<4 * (row + 1) * raster.width]
            pixels += margin
        }
        pixels += Array(repeating: 0, count: max(0, 4 * width * height - pixels.count))
        return Raster(width: width, height: height, pixels: pixels) ?? raster
    }

    private func settings(columns: Int, rows: Int) -> OpaquePointer? {
        let settings = chafa_canvas_config_new()
        chafa_canvas_config_set_geometry(settings, Int32(columns), Int32(rows))
        chafa_canvas_config_set_cell_geometry(settings, Int32(cell.width), Int32(cell.height))
        chafa_canvas_config_set_pixel_mode(
            settings,
            method == .sixel ? CHAFA_PIXEL_MODE_SIXELS : CHAFA_PIXEL_MODE_SYMBOLS
        )
        chafa_canvas_config_set_canvas_mode(settings, canvasMode)
        let symbols = Self.symbols()
        chafa_canvas_config_set_symbol_map(settings, symbols)
        chafa_symbol_map_unref(symbols)
        return settings
    }

    /// Returns the symbols for pictures without a graphics protocol.
    ///
    /// The full block is excluded: a space with a background colour looks the same, and in some
    /// fonts the block leaves gaps between cells.
    private static func symbols() -> OpaquePointer? {
        let symbols = chafa_symbol_map_new()
        chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_BLOCK)
        chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_BORDER)
        chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE)
        chafa_symbol_map_remove_by_tags(symbols, CHAFA_SYMBOL_TAG_SOLID)
        return symbols
    }

    private var canvasMode: ChafaCanvasMode {
        switch method {
        case .blocks(.indexed240): CHAFA_CANVAS_MODE_INDEXED_240
        case .blocks(.indexed16): CHAFA_CANVAS_MODE_INDEXED_16
        case .kitty, .iterm, .sixel, .blocks(.direct): CHAFA_CANVAS_MODE_TRUECOLOR
        }
    }
}

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
