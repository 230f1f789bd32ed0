import ArgumentParser
import Foundation
import TimelineCore

/// How the program ends when a command threw.
struct ExitReport {
    private let error: any Error
    private let isJSON: Bool

    /// Takes what was thrown.
    init(_ error: any Error, isJSON: Bool) {
        self.error = error
        self.isJSON = isJSON
    }

    /// Tells the error on standard error; help that was asked for goes to standard output.
    ///
    /// - Returns: the status to exit with.
    func report(on console: any Console) -> Int32 {
        switch error {
        case is ClosedPipe: return 0
        case is Interrupted, is CancellationError: return 130
        case is Unhealthy: return 74
        case let error as Incomplete: return error.isOfStore ? 74 : 65
        case let error as TimelineError:
            let sentence = [error.description, error.hint].compactMap(\.self).joined(separator: " ")
            tell(error.code, sentence, on: console)
            return error.exitCode
        case let error as UsageError:
            tell("usage", error.sentence, on: console)
            return 64
        case let error as CocoaError:
            tell("storage-failed", error.localizedDescription, on: console)
            return 74
        default: return reportParsing(on: console)
        }
    }

    private func reportParsing(on console: any Console) -> Int32 {
        let code = TimelineCommand.exitCode(for: error)
        let message = TimelineCommand.fullMessage(for: error)
        guard code.isSuccess else {
            if isJSON {
                tell("usage", TimelineCommand.message(for: error), on: console)
            } else {
                console.writeError(message.terminalSafe + "\n")
            }
            return code.rawValue
        }
        do {
            try console.write(message + "\n")
            return 0
        } catch {
            return ExitReport(error, isJSON: isJSON).report(on: console)
        }
    }

    private func tell(_ code: String, _ message: String, on console: any Console) {
        do {
            let report = ["error": ["code": code, "message": message]]
            console.writeError(
                isJSON ? try JSON.text(report) + "\n" : "Error: \(message.terminalSafe)\n"
            )
        } catch {
            console.writeError("Error: \(message.terminalSafe)\n")
        }
    }
}

/// A command that cannot be done as it was typed, which shows only when it runs.
struct UsageError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// A doctor's visit that found something; it has been told already.
struct Unhealthy: Error {}
