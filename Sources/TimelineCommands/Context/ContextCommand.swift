import ArgumentParser

/// A command that runs in a given context, so tests can provide their own.
protocol ContextCommand: ParsableCommand {
    /// Runs the command in the given context.
    func run(in context: CommandContext) async throws
}
