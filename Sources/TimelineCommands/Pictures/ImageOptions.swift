import ArgumentParser

/// The option of the commands that can show pictures.
struct ImageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How pictures are shown in a terminal; none where there is no terminal.",
            valueName: "auto|kitty|iterm|sixel|blocks|none"
        )
    )
    var images: ImageChoice = .auto
}

/// How a person wants pictures to be shown.
enum ImageChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// In the best way that the terminal is known to have.
    case auto
    /// By kitty's graphics protocol.
    case kitty
    /// By iTerm2's inline images.
    case iterm
    /// By sixel graphics.
    case sixel
    /// By coloured half blocks.
    case blocks
    /// Not at all: in words.
    case none
}
