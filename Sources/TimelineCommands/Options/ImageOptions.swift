import ArgumentParser

/// The option of the commands that can draw pictures.
struct ImageOptions: ParsableArguments {
    @Option(help: ProgramText.images)
    var images: ImageChoice = .auto
}
