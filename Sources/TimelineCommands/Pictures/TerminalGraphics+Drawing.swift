import CChafa
import TimelineCore
import TimelineMedia

extension TerminalGraphics {
    /// Returns the height in rows, between 1 and `limit`, of a picture with the given width in
    /// columns.
    func rows(_ raster: Raster, columns: Int, limit: Int) -> Int {
        let height = columns * cell.width * raster.height
        let rows = (height + raster.width * cell.height / 2) / (raster.width * cell.height)
        return Swift.max(1, min(rows, limit))
    }

    /// Draws a picture into a rectangle of cells.
    ///
    /// - Parameters:
    ///   - raster: The picture, which is stretched to fill the rectangle.
    ///   - columns: The width of the rectangle in columns.
    ///   - rows: The height of the rectangle in rows.
    ///   - indent: The number of empty columns on the left.
    /// - Returns: The lines of text. With a graphics protocol, the last line draws the whole
    ///   picture over the empty lines above it, so that the terminal does not scroll during
    ///   drawing.
    func draw(_ raster: Raster, columns: Int, rows: Int, indent: Int) -> [String] {
        let printed = printed(raster, columns: columns, rows: rows)
        if case .blocks = method {
            let margin = String(repeating: " ", count: indent)
            return printed.split(separator: "\n").map { margin + $0 }
        }
        let place = "\u{1B}[\(rows)A\u{1B}7" + (indent > 0 ? "\u{1B}[\(indent)C" : "")
        let picture = printed.replacing("\n", with: "")
        return Array(repeating: "", count: rows) + [place + picture + "\u{1B}8\u{1B}[\(rows)B"]
    }

    private func printed(_ raster: Raster, columns: Int, rows: Int) -> String {
        let terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default())
        defer { chafa_term_info_unref(terminal) }
        let settings = settings(columns: columns, rows: rows)
        defer { chafa_canvas_config_unref(settings) }
        let canvas = chafa_canvas_new(settings)
        defer { chafa_canvas_unref(canvas) }
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

    private func settings(columns: Int, rows: Int) -> OpaquePointer? {
        let settings = chafa_canvas_config_new()
        chafa_canvas_config_set_geometry(settings, Int32(columns), Int32(rows))
        chafa_canvas_config_set_cell_geometry(settings, Int32(cell.width), Int32(cell.height))
        chafa_canvas_config_set_pixel_mode(settings, pixelMode)
        chafa_canvas_config_set_canvas_mode(settings, canvasMode)
        let symbols = chafa_symbol_map_new()
        chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_VHALF)
        chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SOLID)
        chafa_canvas_config_set_symbol_map(settings, symbols)
        chafa_symbol_map_unref(symbols)
        return settings
    }

    private var pixelMode: ChafaPixelMode {
        switch method {
        case .kitty: CHAFA_PIXEL_MODE_KITTY
        case .iterm: CHAFA_PIXEL_MODE_ITERM2
        case .sixel: CHAFA_PIXEL_MODE_SIXELS
        case .blocks: CHAFA_PIXEL_MODE_SYMBOLS
        }
    }

    private var canvasMode: ChafaCanvasMode {
        switch method {
        case .blocks(.indexed240): CHAFA_CANVAS_MODE_INDEXED_240
        case .blocks(.indexed16): CHAFA_CANVAS_MODE_INDEXED_16
        case .kitty, .iterm, .sixel, .blocks(.direct): CHAFA_CANVAS_MODE_TRUECOLOR
        }
    }
}
