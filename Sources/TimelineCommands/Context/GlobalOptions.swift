import ArgumentParser

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder that holds the store (default: $TIMELINE_HOME, or your data folder).",
            valueName: "folder"
        )
    )
    var store: String?

    @Option(help: ArgumentHelp("How the answer is printed: text or json.", valueName: "text|json"))
    var format: OutputFormat = .text

    func validate() throws {
        guard store?.isEmpty != true else {
            throw ValidationError("--store takes the path of a folder.")
        }
    }
}

/// How an answer is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// For a person.
    case text
    /// For a program.
    case json
}

/// Refuses a `--limit` that no list takes: the one bound of all commands that have it.
func checkLimit(_ limit: Int) throws {
    guard (1...1000).contains(limit) else { throw ValidationError("--limit takes 1 to 1000.") }
}
