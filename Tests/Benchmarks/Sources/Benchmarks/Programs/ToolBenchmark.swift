import Foundation
import TimelineCore

/// What whole runs of the command cost.
struct ToolResult {
    /// Printing the version: what starting a process costs.
    var version = Times()
    /// Telling who is logged in: the store opened, one read.
    var identity = Times()
    /// A page of 50 posts of the home timeline.
    var feed = Times()
    /// Opening the store, in a process of its own.
    var opening = Times()
}

/// Runs the command in turns, as a user who follows 1,000 others.
struct ToolBenchmark {
    private let tool: Child
    private let folder: URL
    /// Where the session is kept.
    private let state: URL
    private static let rounds = 50
    private static let email = "reader@example.com"
    private static let password = "correct horse battery staple\n"

    /// - Parameters:
    ///   - tool: the built command.
    ///   - folder: the store's folder.
    init(tool: URL, folder: URL) {
        self.folder = folder
        state = folder.appending(path: "state")
        let variables = ["HOME": state.path, "XDG_STATE_HOME": state.path]
        self.tool = Child(program: tool, variables: variables)
    }

    func run(as reader: Reader) throws -> ToolResult {
        try logIn(as: reader)
        let store = ["--store", folder.path]
        var result = ToolResult()
        for _ in 0..<Self.rounds {
            result.version.add(try tool.time(["--version"]))
            result.identity.add(try tool.time(["whoami"] + store))
            result.feed.add(try tool.time(["feed", "--limit", "50"] + store))
            result.opening.add(try MeasuredStore.open(folder))
        }
        say(
            """
            timeline feed \(milliseconds(result.feed.p50)), whoami \(milliseconds(result.identity.p50)), \
            --version \(milliseconds(result.version.p50)), opening \(milliseconds(result.opening.p50))
            """
        )
        return result
    }

    /// Claims the reader's account in a world that was just made; else logs in to it.
    private func logIn(as reader: Reader) throws {
        let common = ["--email", Self.email, "--password-stdin", "--store", folder.path]
        let isKnown = FileManager.default.fileExists(atPath: state.path)
        let command = isKnown ? ["login"] : ["signup", "--claim", reader.username]
        try tool.run(command + common, input: Self.password)
    }
}
