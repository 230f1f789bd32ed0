import CChafa
import TimelineCore

/// A terminal's method of showing pictures.
struct TerminalGraphics: Hashable, Sendable {
    /// The supported methods.
    enum Method: Hashable, Sendable {
        /// kitty's graphics protocol.
        case kitty
        /// iTerm2's inline images.
        case iterm
        /// Sixel graphics.
        case sixel
        /// Half blocks in the colours of a palette.
        case blocks(Palette)
    }

    /// The colours of a terminal.
    enum Palette: Hashable, Sendable {
        /// 24 bits.
        case direct
        /// The colour cube and the greys of xterm.
        case indexed240
        /// The 16 basic colours.
        case indexed16
    }

    /// The method.
    let method: Method
    /// The size of a cell in pixels.
    let cell: PixelSize

    /// The cell of a terminal that does not report it.
    ///
    /// It is rather too small, so that a sixel picture never covers the text below it.
    private static let defaultCell = PixelSize(width: 8, height: 16)

    /// Selects a method; `nil` if the terminal cannot show pictures, or the user wants none.
    ///
    /// Libchafa's database identifies terminals by their environment variables. The terminal itself
    /// is not queried, because every command would wait for one that does not answer.
    ///
    /// - Parameters:
    ///   - choice: the user's choice.
    ///   - variables: the environment variables.
    ///   - cell: the size of a cell in pixels, if known.
    init?(_ choice: ImageChoice, variables: [String: String], cell: PixelSize?) {
        let terminal = TerminalFeatures(variables)
        let method: Method? =
            switch choice {
            case .none: nil
            case .kitty: .kitty
            case .iterm: .iterm
            case .sixel: .sixel
            case .blocks: .blocks(terminal.palette ?? .indexed16)
            case .auto: variables["NO_COLOR", default: ""].isEmpty ? terminal.best : nil
            }
        guard let method else { return nil }
        self.method = method
        // Half blocks are squares of half a cell.
        if case .blocks = method {
            self.cell = Self.defaultCell
        } else {
            self.cell = cell ?? Self.defaultCell
        }
    }
}

/// The features of a terminal in libchafa's database.
private struct TerminalFeatures {
    let palette: TerminalGraphics.Palette?
    let best: TerminalGraphics.Method?

    init(_ variables: [String: String]) {
        guard variables["TERM"] != "dumb", let terminal = Self.detect(variables) else {
            (palette, best) = (nil, nil)
            return
        }
        defer { chafa_term_info_unref(terminal) }
        let has = { (sequence: ChafaTermSeq) in chafa_term_info_have_seq(terminal, sequence) != 0 }
        palette =
            has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT)
            ? .direct
            : has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)
                ? .indexed240 : has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_16) ? .indexed16 : nil
        best =
            has(CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) || Self.isGhostty(variables)
            ? .kitty
            : has(CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE)
                ? .iterm
                : has(CHAFA_TERM_SEQ_BEGIN_SIXELS)
                    ? .sixel : palette.map(TerminalGraphics.Method.blocks)
    }

    /// Ghostty is missing in the database of Debian 12's libchafa.
    private static func isGhostty(_ variables: [String: String]) -> Bool {
        variables["TERM"] == "xterm-ghostty"
    }

    private static func detect(_ variables: [String: String]) -> OpaquePointer? {
        var environment = variables.map { Array("\($0.key)=\($0.value)".utf8CString) }
        return environment.withPointers { chafa_term_db_detect(chafa_term_db_get_default(), $0) }
    }
}

extension [[CChar]] {
    /// Passes the strings to `body` as a C array with a null pointer at its end.
    fileprivate mutating func withPointers<Answer>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Answer
    ) -> Answer {
        var pointers: [UnsafeMutablePointer<CChar>?] = map { string in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count)
            copy.initialize(from: string, count: string.count)
            return copy
        }
        defer { for pointer in pointers { pointer?.deallocate() } }
        pointers.append(nil)
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }
}
