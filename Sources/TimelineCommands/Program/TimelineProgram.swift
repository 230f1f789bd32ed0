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
        HelpPage.widenParser(for: context)
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
                isOnServers: context.repositories.areOnServers,
                help: HelpPage(requestedBy: error, arguments: arguments)
            )
            .write(to: context.console)
        }
    }

    private static func perform(_ arguments: [String], in context: CommandContext) async throws {
        if arguments == ["help", "commands"] {
            let columns = HelpPage.columns(of: context.console)
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

/// A report of the error that ended a command, with the resulting exit status.
struct ExitReport {
    private let error: any Error
    private let isJSON: Bool
    private let now: Date
    private let isOnServers: Bool
    private let help: HelpPage?

    /// Creates the report of an error.
    ///
    /// - Parameters:
    ///   - error: The error that ended the command.
    ///   - isJSON: Whether the report is written as JSON.
    ///   - now: The current time, from which waits are calculated.
    ///   - isOnServers: Whether the store of the command is on servers.
    ///   - help: The help page that the error requests, if any.
    init(
        of error: any Error,
        isJSON: Bool,
        now: Date,
        isOnServers: Bool = false,
        help: HelpPage? = nil
    ) {
        self.error = error
        self.isJSON = isJSON
        self.now = now
        self.isOnServers = isOnServers
        self.help = help
    }

    /// Writes the report to standard error.
    ///
    /// Help that the user requested is written to standard output.
    ///
    /// - Returns: The exit status.
    func write(to console: any Console) -> Int32 {
        switch error {
        case is ClosedPipe: return 0
        case is Interrupted, is CancellationError: return 130
        case let error as ReportedError: return error.exitCode
        case let error as any ReportableError:
            let sentences = [description(of: error), hint(of: error)].compactMap(\.self)
            write(code: error.code, message: sentences.joined(separator: " "), to: console)
            return error.exitCode
        case let error as CocoaError:
            write(code: "storage-failed", message: error.localizedDescription, to: console)
            return 74
        default: return writeParserReport(to: console)
        }
    }

    /// Returns an error's description, with a wait in seconds or minutes instead of a date.
    private func description(of error: any ReportableError) -> String {
        (error as? TimelineError)?.description(at: now) ?? error.description
    }

    /// Returns an error's hint, if any.
    private func hint(of error: any ReportableError) -> String? {
        guard let error = error as? TimelineError else { return error.hint }
        return error.hint(onServers: isOnServers)
    }

    /// Reports an error of the argument parser, or prints the help or version that the user
    /// requested.
    private func writeParserReport(to console: any Console) -> Int32 {
        let exitCode = TimelineCommand.exitCode(for: error)
        let columns = HelpPage.columns(of: console)
        let message =
            help?.text(columns: columns)
            ?? HelpPage.wrappingUsage(
                in: TimelineCommand.fullMessage(for: error, columns: columns),
                columns: columns
            )
        guard exitCode.isSuccess else {
            if isJSON {
                write(code: "usage", message: TimelineCommand.message(for: error), to: console)
            } else {
                console.writeError(message.terminalSafe + "\n")
            }
            return exitCode.rawValue
        }
        do {
            try console.write(message + "\n")
            return 0
        } catch {
            return ExitReport(of: error, isJSON: isJSON, now: now).write(to: console)
        }
    }

    private func write(code: String, message: String, to console: any Console) {
        do {
            let report = ["error": ["code": code, "message": message]]
            let text = isJSON ? try JSON.text(report) : ProgramText.error(message.terminalSafe)
            console.writeError(text + "\n")
        } catch {
            console.writeError(ProgramText.error(message.terminalSafe) + "\n")
        }
    }
}

/// The arguments of a process as bytes.
///
/// `CommandLine.arguments` repairs invalid UTF-8, and a repaired path may refer to a different
/// file.
struct RawArguments {
    /// The arguments that follow the program's name.
    let bytes: [[UInt8]]

    /// The arguments of this process.
    static var ofProcess: RawArguments {
        RawArguments(
            bytes: (1..<max(1, Int(CommandLine.argc)))
                .compactMap { CommandLine.unsafeArgv[$0] }
                .map { Self.bytes($0) }
        )
    }

    /// Returns the bytes of a C string, without the terminating null byte.
    private static func bytes(_ start: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while start[bytes.count] != 0 { bytes.append(UInt8(bitPattern: start[bytes.count])) }
        return bytes
    }

    /// Decodes the arguments.
    ///
    /// - Throws: ``UsageError`` for the first argument that is not valid UTF-8.
    func decoded() throws(UsageError) -> [String] {
        var arguments: [String] = []
        for (index, bytes) in bytes.enumerated() {
            guard let argument = String(validating: bytes, as: UTF8.self) else {
                let repaired = String(decoding: bytes, as: UTF8.self)
                throw UsageError(ErrorText.notUTF8(repaired, at: index + 1))
            }
            arguments.append(argument)
        }
        return arguments
    }
}
