import ArgumentParser
import TimelineCore

/// The whole program: reads the arguments, runs the command, tells errors, and chooses the exit status.
public enum TimelineProgram {
    /// Runs the command that this process was started with.
    ///
    /// - Returns: the status to exit with.
    public static func run() async -> Int32 {
        let context = CommandContext.system()
        do throws(UsageError) {
            return await run(try RawArguments.ofProcess.words(), in: context)
        } catch {
            let isJSON = asksForJSON(CommandLine.arguments)
            return ExitReport(of: error, isJSON: isJSON).write(to: context.console)
        }
    }

    static func run(_ arguments: [String], in context: CommandContext) async -> Int32 {
        defer { context.opened.close() }
        do {
            try await perform(arguments, in: context)
            return 0
        } catch {
            let isJSON = asksForJSON(arguments)
            return ExitReport(of: error, isJSON: isJSON).write(to: context.console)
        }
    }

    private static func perform(_ arguments: [String], in context: CommandContext) async throws {
        try CommandName.check(arguments.first { $0 != "help" })
        var command = try TimelineCommand.parseAsRoot(ArgumentPreprocessor(arguments).words)
        if let command = command as? any ContextCommand {
            try await command.run(in: context)
        } else {
            try command.run()
        }
    }

    private static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.contains("--format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
    }
}
