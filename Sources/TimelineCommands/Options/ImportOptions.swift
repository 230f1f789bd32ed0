import ArgumentParser

/// The options of all imports of posts.
struct ImportOptions: ParsableArguments {
    @Flag(help: ImportHelp.dryRun)
    var dryRun = false

    @Option(help: ImportHelp.report, completion: .file())
    var report: String?
}
