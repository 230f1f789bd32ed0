import ArgumentParser

/// A command that does its work within a context, so that a test can give another world to it.
protocol ContextCommand: ParsableCommand {
    /// Does the command's work.
    func run(in context: CommandContext) async throws
}
