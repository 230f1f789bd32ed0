import ArgumentParser

/// The options that all commands accept.
struct GlobalOptions: ParsableArguments {
    @Option(help: ProgramText.store, completion: .directory)
    var store: String?

    @Option(help: ProgramText.format)
    var format: OutputFormat = .text

    func validate() throws {
        guard store?.isEmpty != true else { throw ValidationError(ErrorText.emptyStorePath) }
    }
}
