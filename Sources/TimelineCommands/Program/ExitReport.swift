import ArgumentParser
import Foundation
import TimelineCore

/// A report of the error that ended a command, with the resulting exit status.
struct ExitReport {
    private let error: any Error
    private let isJSON: Bool
    private let now: Date
    private let help: HelpPage?

    /// Creates the report of an error.
    ///
    /// - Parameters:
    ///   - error: The error that ended the command.
    ///   - isJSON: Whether the report is written as JSON.
    ///   - now: The current time, from which waits are calculated.
    ///   - help: The help page that the error requests, if any.
    init(of error: any Error, isJSON: Bool, now: Date, help: HelpPage? = nil) {
        self.error = error
        self.isJSON = isJSON
        self.now = now
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
            let sentences = [description(of: error), error.hint].compactMap(\.self)
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

    /// Reports an error of the argument parser, or prints the help or version that the user
    /// requested.
    private func writeParserReport(to console: any Console) -> Int32 {
        let exitCode = TimelineCommand.exitCode(for: error)
        let columns = console.columns ?? HelpPage.usualColumns
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
