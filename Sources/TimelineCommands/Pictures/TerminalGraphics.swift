import CChafa
import TimelineCore

/// The method used to show pictures in a terminal, and the size of the terminal's cells.
struct TerminalGraphics: Hashable, Sendable {
    /// A supported method.
    enum Method: Hashable, Sendable {
        /// kitty's graphics protocol.
        case kitty
        /// iTerm2's inline images.
        case iterm
        /// Sixel graphics.
        case sixel
        /// Half blocks in the colours of the given palette.
        case blocks(Palette)
    }

    /// The colours that a terminal can display.
    enum Palette: Hashable, Sendable {
        /// All 24-bit colours.
        case direct
        /// The colour cube and the greys of xterm's 256-colour palette.
        case indexed240
        /// The 16 basic colours.
        case indexed16
    }

    /// The method used to show pictures.
    let method: Method
    /// The size of a cell in pixels.
    let cell: PixelSize

    /// The assumed cell size of a terminal that does not report it.
    ///
    /// It is deliberately small, so that a sixel picture never covers the text below it.
    private static let defaultCell = PixelSize(width: 8, height: 16)

    /// Selects a method.
    ///
    /// Returns `nil` if the terminal cannot show pictures or the user has disabled them.
    ///
    /// The database of libchafa identifies terminals by their environment variables. The terminal
    /// itself is not queried, because every command would have to wait if the terminal did not
    /// answer.
    ///
    /// - Parameters:
    ///   - choice: The user's choice.
    ///   - variables: The environment variables.
    ///   - cell: The size of a cell in pixels, if known.
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
        // Half blocks are treated as squares that fill half a cell.
        if case .blocks = method {
            self.cell = Self.defaultCell
        } else {
            self.cell = cell ?? Self.defaultCell
        }
    }
}

/// The features of a terminal according to libchafa's database.
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

    /// Whether the terminal is Ghostty, which the database of libchafa in Debian 12 does not
    /// contain.
    private static func isGhostty(_ variables: [String: String]) -> Bool {
        variables["TERM"] == "xterm-ghostty"
    }

    private static func detect(_ variables: [String: String]) -> OpaquePointer? {
        var environment = variables.map { Array("\($0.key)=\($0.value)".utf8CString) }
        return environment.withPointers { chafa_term_db_detect(chafa_term_db_get_default(), $0) }
    }
}

extension [[CChar]] {
    /// Calls `body` with the strings as a C array that ends with a null pointer.
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
