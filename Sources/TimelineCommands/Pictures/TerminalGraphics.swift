import CChafa
import TimelineCore

/// How pictures are put into a terminal.
struct TerminalGraphics: Hashable, Sendable {
    /// The ways that there are.
    enum Method: Hashable, Sendable {
        /// kitty's graphics protocol.
        case kitty
        /// iTerm2's inline images.
        case iterm
        /// Sixel graphics.
        case sixel
        /// Half blocks in so many colours.
        case blocks(Palette)
    }

    /// The colours of a terminal.
    enum Palette: Hashable, Sendable {
        /// 24 bits.
        case direct
        /// The cube and the greys of xterm.
        case indexed240
        /// The 16 of old.
        case indexed16
    }

    /// The way that is taken.
    let method: Method
    /// The size of a cell in pixels.
    let cell: PixelSize

    /// The cell of a terminal that does not tell: rather too small, as a sixel picture must not cover the text
    /// below it.
    private static let usualCell = PixelSize(width: 8, height: 16)

    /// Finds out how pictures can be shown; `nil` when they cannot, or are not wanted.
    ///
    /// Libchafa's database knows terminals by their environment variables; the terminal itself is not asked, since
    /// one that does not answer would make every command wait.
    ///
    /// - Parameters:
    ///   - choice: what the person asked for.
    ///   - variables: the environment.
    ///   - cell: the size of a cell in pixels, if the terminal tells.
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
            self.cell = Self.usualCell
        } else {
            self.cell = cell ?? Self.usualCell
        }
    }
}

/// What libchafa's database says of a terminal.
private struct TerminalFeatures {
    let palette: TerminalGraphics.Palette?
    let best: TerminalGraphics.Method?

    init(_ variables: [String: String]) {
        guard variables["TERM"] != "dumb", let known = Self.detect(variables) else {
            (palette, best) = (nil, nil)
            return
        }
        defer { chafa_term_info_unref(known) }
        let has = { (sequence: ChafaTermSeq) in chafa_term_info_have_seq(known, sequence) != 0 }
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

    /// Newer than the database of the libchafa that Debian 12 has.
    private static func isGhostty(_ variables: [String: String]) -> Bool {
        variables["TERM"] == "xterm-ghostty"
    }

    private static func detect(_ variables: [String: String]) -> OpaquePointer? {
        var environment = variables.map { Array("\($0.key)=\($0.value)".utf8CString) }
        return environment.withPointers { chafa_term_db_detect(chafa_term_db_get_default(), $0) }
    }
}

extension [[CChar]] {
    /// Hands the strings to `body` as C has a list of strings, with a null pointer at its end.
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
