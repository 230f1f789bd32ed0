import ArgumentParser

/// A command that runs in a context, so tests can provide their own.
protocol ContextCommand: ParsableCommand {
    /// Runs the command.
    func run(in context: CommandContext) async throws
}
