import Foundation
import TimelineCore

/// The times of complete runs of the `timeline` command.
struct ToolResult {
    /// The times to print the version, which show the cost of starting a process.
    var version = Times()
    /// The times to print the logged-in user, which include opening the store and one read.
    var identity = Times()
    /// The times to print a page of 50 posts from the home timeline.
    var feed = Times()
    /// The times to open the store in a separate process.
    var opening = Times()
}

/// A benchmark that runs the `timeline` command as a user with 1,000 followed users.
struct ToolBenchmark {
    private let tool: ChildProgram
    private let folder: URL
    private static let rounds = 50

    /// Creates a benchmark.
    ///
    /// - Parameters:
    ///   - tool: The command's executable.
    ///   - folder: The folder of the store. The session is stored in a subfolder.
    init(tool: URL, folder: URL) {
        self.folder = folder
        let state = folder.appending(path: "state")
        let environment = ["HOME": state.path, "XDG_STATE_HOME": state.path]
        self.tool = ChildProgram(url: tool, environment: environment)
    }

    func run(as reader: Reader, of owner: StoreOwner) async throws -> ToolResult {
        try logIn(email: try await owner.email(of: reader))
        let store = ["--store", folder.path]
        var result = ToolResult()
        for _ in 0..<Self.rounds {
            result.version.add(try tool.time(["--version"]))
            result.identity.add(try tool.time(["whoami"] + store))
            result.feed.add(try tool.time(["feed", "--limit", "50"] + store))
            result.opening.add(try IsolatedStore.openingTime(of: folder))
        }
        printProgress(
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
