import ArgumentParser

/// The options of the imports that report each entry.
struct ImportOptions: ParsableArguments {
    @Flag(help: ImportHelp.dryRun)
    var dryRun = false

    @Option(help: ImportHelp.report, completion: .file())
    var report: String?

    func validate() throws { try requirePath(report) }
}
