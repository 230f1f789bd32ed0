import CChafa
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
