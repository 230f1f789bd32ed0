import ArgumentParser

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
