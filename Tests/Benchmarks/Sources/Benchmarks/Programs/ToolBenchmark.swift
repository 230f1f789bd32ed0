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

    /// - Parameters:
    ///   - tool: the built command.
    ///   - folder: the store's folder.
    init(tool: URL, folder: URL) {
        self.folder = folder
        state = folder.appending(path: "state")
        let variables = ["HOME": state.path, "XDG_STATE_HOME": state.path]
        self.tool = Child(program: tool, variables: variables)
    }

    func run(as reader: Reader, _ owner: StoreOwner) async throws -> ToolResult {
        try logIn(email: try await owner.email(of: reader))
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

    private func logIn(email: String) throws {
        try tool.run(
            ["login", "--email", email, "--password-stdin", "--store", folder.path],
            input: Reader.password + "\n"
        )
    }
}
