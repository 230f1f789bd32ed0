import ArgumentParser

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The folder that holds the store (default: $TIMELINE_HOME, or your data folder).")
    var store: String?

    @Option(help: "How the answer is printed: text or json.")
    var format: OutputFormat = .text
}

/// How an answer is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// For a person.
    case text
    /// For a program.
    case json
}
