import ArgumentParser
import Foundation
import TimelineCore

/// The `timeline` program.
///
/// It parses the arguments, runs the command and reports errors.
public enum TimelineProgram {
    /// Runs the command specified by the arguments of this process.
    ///
    /// - Returns: The exit status.
    public static func run() async -> Int32 {
        // Printing the version requires no further setup.
        if CommandLine.arguments.dropFirst() == ["--version"] {
            return printVersion()
        }
        let context = CommandContext.system()
        do throws(UsageError) {
            return await run(try RawArguments.ofProcess.decoded(), in: context)
        } catch {
            let isJSON = requestsJSON(CommandLine.arguments)
            return ExitReport(of: error, isJSON: isJSON, now: context.environment.now())
                .write(to: context.console)
        }
    }

    private static func printVersion() -> Int32 {
        let console = SystemConsole(environment: [:])
        do {
            try console.write(ProgramText.version + "\n")
            return 0
        } catch {
            return ExitReport(of: error, isJSON: false, now: .distantPast).write(to: console)
        }
    }

    static func run(_ arguments: [String], in context: CommandContext) async -> Int32 {
        let status = await exitStatus(of: arguments, in: context)
        await context.console.finish()
        return status
    }

    /// Runs a command, and reports its error.
    private static func exitStatus(
        of arguments: [String],
        in context: CommandContext
    ) async -> Int32 {
        defer { context.repositories.close() }
        do {
            try await perform(arguments, in: context)
            return 0
        } catch {
            let isJSON = requestsJSON(arguments)
            return ExitReport(
                of: error,
                isJSON: isJSON,
                now: context.environment.now(),
                help: HelpPage(requestedBy: error, arguments: arguments)
            )
            .write(to: context.console)
        }
    }

    private static func perform(_ arguments: [String], in context: CommandContext) async throws {
        if arguments == ["help", "commands"] {
            let columns = context.console.columns ?? HelpPage.usualColumns
            return try context.console.write(HelpPage.commands(columns: columns) + "\n")
        }
        if let script = CompletionScript(requestedBy: arguments) {
            return try context.console.write(script.text + "\n")
        }
        try CommandSuggestion.check(arguments.first { $0 != "help" })
        let arguments = try ArgumentPreprocessor(TimelineCommand.self).process(arguments)
        if let command = selectedCommand(in: arguments) {
            return try await command.run(in: context)
        }
        var command = try TimelineCommand.parseAsRoot(arguments)
        if let command = command as? any ContextCommand {
            try await command.run(in: context)
        } else {
            try command.run()
        }
    }

    /// Parses the arguments of the command that the first words select, without all other commands,
    /// because preparing those takes the parser milliseconds (decision 50).
    ///
    /// - Returns: The command, or `nil` if the arguments request help or are invalid. The parser
    ///   needs all commands for help and for messages.
    private static func selectedCommand(in arguments: [String]) -> (any ContextCommand)? {
        let (selected, path) = TimelineCommand.resolve(arguments)
        guard !path.isEmpty else { return nil }
        // Parsing the arguments again with all commands reports the error.
        return (try? selected.parseAsRoot(Array(arguments[path.count...]))) as? any ContextCommand
    }

    /// Returns whether the arguments contain `--format json`.
    ///
    /// They are searched rather than parsed, because they may be invalid.
    private static func requestsJSON(_ arguments: [String]) -> Bool {
        arguments.contains("--format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
    }
}
