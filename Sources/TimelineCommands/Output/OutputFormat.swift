import ArgumentParser

/// The format of a command's output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Text for people.
    case text
    /// JSON for programs.
    case json
}
