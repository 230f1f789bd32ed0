import ArgumentParser

/// The option that all commands with pictures accept.
struct ImageOptions: ParsableArguments {
    @Option(help: ProgramText.images)
    var images: ImageChoice = .auto
}
