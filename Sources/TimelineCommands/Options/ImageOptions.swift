import ArgumentParser

/// The options that all commands with lists of posts accept.
struct ReadingOptions: ParsableArguments {
    @OptionGroup var images: ImageOptions

    @Flag(name: .customLong("pager"), help: PageText.pager)
    var isPaged = false

    /// The arguments that select the same display in another command.
    var arguments: [String] {
        (images.images == .auto ? [] : ["--images", images.images.rawValue])
            + (isPaged ? ["--pager"] : [])
    }
}

/// The option that all commands with pictures accept.
struct ImageOptions: ParsableArguments {
    @Option(help: ProgramText.images)
    var images: ImageChoice = .auto
}
