import ArgumentParser
import Foundation
import TimelineCore

/// A report of the error that ended a command, with the resulting exit status.
struct ExitReport {
    private let error: any Error
    private let isJSON: Bool

    /// Creates the report of an error.
    ///
    /// - Parameters:
    ///   - error: The error that ended the command.
    ///   - isJSON: Whether the report is written as JSON.
    init(of error: any Error, isJSON: Bool) {
        self.error = error
        self.isJSON = isJSON
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
        case let error as ReportedFailure: return error.exitCode
        case let error as any ReportableError:
            let sentences = [error.description, error.hint].compactMap(\.self)
            write(code: error.code, message: sentences.joined(separator: " "), to: console)
            return error.exitCode
        case let error as CocoaError:
            write(code: "storage-failed", message: error.localizedDescription, to: console)
            return 74
        default: return writeParserReport(to: console)
        }
    }

    /// Reports an error of the argument parser, or prints the help or version that the user
    /// requested.
    private func writeParserReport(to console: any Console) -> Int32 {
        let exitCode = TimelineCommand.exitCode(for: error)
        let message = TimelineCommand.fullMessage(for: error)
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
            return ExitReport(of: error, isJSON: isJSON).write(to: console)
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
