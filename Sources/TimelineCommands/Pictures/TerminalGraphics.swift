import ArgumentParser
import CChafa
import TimelineCore

/// The method used to show pictures in a terminal, and the size of the terminal's cells.
struct TerminalGraphics: Hashable, Sendable {
    /// A supported method.
    enum Method: Hashable, Sendable {
        /// kitty's graphics protocol, which may read files on this machine.
        case kitty(readsFiles: Bool)
        /// iTerm2's inline images.
        case iterm
        /// Sixel graphics.
        case sixel
        /// Block and box-drawing characters in the colours of the given palette.
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
    /// Whether the terminal has reported the size of its cells.
    let isCellKnown: Bool

    /// The assumed cell size of a terminal that does not report it.
    ///
    /// It is deliberately small, so that a sixel picture never covers the text below it.
    private static let defaultCell = PixelSize(width: 8, height: 16)

    /// Whether pictures are drawn as pixels, not as symbols.
    var drawsPixels: Bool { if case .blocks = method { false } else { true } }

    /// Selects a method.
    ///
    /// Returns `nil` if the terminal cannot show pictures or the user has disabled them.
    ///
    /// libchafa's database identifies terminals by their environment variables.
    ///
    /// - Parameters:
    ///   - choice: The user's choice.
    ///   - variables: The environment variables.
    ///   - cell: The size of a cell in pixels, if known.
    ///   - answer: The terminal's answer to ``question(_:variables:)``, if any.
    init?(
        _ choice: ImageChoice,
        variables: [String: String],
        cell: PixelSize?,
        answer: TerminalAnswer? = nil
    ) {
        let terminal = TerminalFeatures(variables)
        let method: Method? =
            switch choice {
            case .none: nil
            case .kitty: .kitty(readsFiles: false)
            case .iterm: .iterm
            case .sixel: .sixel
            case .blocks: .blocks(terminal.palette ?? .indexed16)
            case .auto: variables["NO_COLOR", default: ""].isEmpty ? terminal.best : nil
            }
        switch (method, choice) {
        case (nil, _): return nil
        case (.kitty, _): self.method = .kitty(readsFiles: answer?.readsFiles ?? false)
        case (.blocks?, .auto) where answer?.hasSixel == true: self.method = .sixel
        case (let method?, _): self.method = method
        }
        // Blocks have the same shape regardless of the cell size.
        if case .blocks = self.method {
            (self.cell, isCellKnown) = (Self.defaultCell, false)
        } else {
            (self.cell, isCellKnown) = (cell ?? Self.defaultCell, cell != nil)
        }
    }

    /// Returns the query that determines how to draw pictures, or `nil` if the environment
    /// variables suffice.
    static func question(
        _ choice: ImageChoice,
        variables: [String: String]
    ) -> TerminalQuestion? {
        switch (choice, TerminalGraphics(choice, variables: variables, cell: nil)?.method) {
        case (_, .kitty): .files
        case (.auto, .blocks): .sixel
        default: nil
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
            has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT) || Self.hasDirectColour(variables)
            ? .direct
            : has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)
                ? .indexed240 : has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_16) ? .indexed16 : nil
        best =
            has(CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) || Self.isGhostty(variables)
            ? .kitty(readsFiles: false)
            : has(CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE)
                ? .iterm
                : has(CHAFA_TERM_SEQ_BEGIN_SIXELS)
                    ? .sixel : palette.map(TerminalGraphics.Method.blocks)
    }

    /// Returns whether the terminal is Ghostty, which is missing from libchafa's database in Debian
    /// 12.
    private static func isGhostty(_ variables: [String: String]) -> Bool {
        variables["TERM"] == "xterm-ghostty"
    }

    /// Returns whether the terminal accepts 24-bit colours without announcing it: xterm since
    /// version 331, and tmux, which converts them for its outer terminal.
    private static func hasDirectColour(_ variables: [String: String]) -> Bool {
        if variables["TMUX"]?.isEmpty == false { return true }
        guard variables["TERM"]?.hasPrefix("xterm") == true,
            let version = variables["XTERM_VERSION"]?.firstMatch(of: /XTerm\(([0-9]{1,6})\)/)
        else { return false }
        return Int(version.1).map { $0 >= firstDirectXterm } ?? false
    }

    private static let firstDirectXterm = 331

    private static func detect(_ variables: [String: String]) -> OpaquePointer? {
        var environment = variables.map { Array("\($0.key)=\($0.value)".utf8CString) }
        return environment.withPointers { chafa_term_db_detect(chafa_term_db_get_default(), $0) }
    }
}

extension [[CChar]] {
    /// Calls `body` with the strings as a C array that ends with a null pointer.
    fileprivate mutating func withPointers<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
    ) -> Result {
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

/// The user's choice of how to draw pictures.
enum ImageChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The best method that the terminal is known to support.
    case auto
    /// kitty's graphics protocol.
    case kitty
    /// iTerm2's inline images.
    case iterm
    /// Sixel graphics.
    case sixel
    /// Coloured half blocks.
    case blocks
    /// Text instead of pictures.
    case none
}
