import Foundation
import TimelineCore
import TimelineSync

extension CommandContext {
    /// Returns the argument, or the contents of standard input if the argument is `-`.
    ///
    /// Surrounding white space is removed.
    func text(_ argument: String) throws -> String {
        let text = argument == "-" ? try console.readAll() : argument
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a path for a message, with `~` for the user's home folder.
    func abbreviated(_ path: String) -> String {
        path.abbreviated(home: variables["HOME"])
    }

    /// Runs `work` and shows its progress if standard error is a terminal.
    func showingProgress<Result>(
        _ title: String,
        work: (Progress) async throws -> Result
    ) async throws -> Result {
        try await Progress.showing(title, on: console, pause: environment.pause, work: work)
    }
}
