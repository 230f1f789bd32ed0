import Foundation
import Testing
import TimelineArgon2
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

/// A folder, a clock and a console in which commands run; it writes down what is typed and what is printed.
final class CommandWorld: Sendable {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_795_000_000)
        var random = SplitMix64(seed: 1)
        var transcript = ""
    }

    /// The folder of everything, gone with this object.
    let folder: URL
    private let state = Lock(State())

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try SamplePhotos.jpeg.write(to: folder.appending(path: "sunset.jpg"))
        try SamplePhotos.png.write(to: folder.appending(path: "map.png"))
        try Data("not a picture".utf8).write(to: folder.appending(path: "notes.jpg"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // What stays is the system's to clear.
    }

    /// All commands so far with what they printed; the folder is shown as `$DIR`.
    var transcript: String {
        state.withLock(\.transcript).replacing(folder.path, with: "$DIR")
    }

    /// Lets time pass.
    func wait(_ seconds: TimeInterval) { state.withLock { $0.now.addTimeInterval(seconds) } }

    /// Runs a command a minute after the last.
    ///
    /// - Parameters:
    ///   - arguments: the words behind the program's name.
    ///   - columns: the width of the terminal; `nil` for a pipe.
    ///   - terminal: the environment variables that tell which terminal it is.
    ///   - input: what is typed, or piped in, a line each.
    ///   - secrets: what is typed unseen.
    ///   - isInteractive: whether somebody sits there.
    ///   - leavesInput: whether the command is refused before it reads.
    /// - Returns: the exit status and what was printed.
    @discardableResult
    func run(
        _ arguments: String...,
        columns: Int? = 60,
        terminal: [String: String] = ["TERM": "dumb"],
        input: [String] = [],
        secrets: [String] = [],
        isInteractive: Bool = false,
        leavesInput: Bool = false
    ) async -> (status: Int32, text: String) {
        await run(
            arguments,
            columns: columns,
            terminal: terminal,
            input: input,
            secrets: secrets,
            isInteractive: isInteractive,
            leavesInput: leavesInput
        )
    }

    /// Runs a command whose words are a list.
    @discardableResult
    func run(
        _ arguments: [String],
        columns: Int? = 60,
        terminal: [String: String] = ["TERM": "dumb"],
        input: [String] = [],
        secrets: [String] = [],
        isInteractive: Bool = false,
        leavesInput: Bool = false
    ) async -> (status: Int32, text: String) {
        wait(60)
        let console = TestConsole(
            columns: columns,
            isInteractive: isInteractive,
            input: input,
            secrets: secrets
        )
        let status = await TimelineProgram.run(arguments, in: context(console, terminal))
        #expect(
            console.isExhausted != leavesInput,
            "What was given should all have been asked for."
        )
        write(arguments, console.written, status)
        return (status, console.written)
    }

    /// Signs a user up, with a password that ``password`` tells.
    func signUp(_ username: String) async {
        await run(
            "signup",
            "--email",
            "\(username)@example.org",
            "--username",
            username,
            "--password-stdin",
            input: [Self.password]
        )
    }

    /// Logs a user in who has signed up.
    func logIn(_ username: String) async {
        await run(
            "login",
            "--email",
            "\(username)@example.org",
            "--password-stdin",
            input: [Self.password]
        )
    }

    /// Forgets who is logged in here, as another device would not know.
    func forgetSession() throws {
        try FileManager.default.removeItem(at: folder.appending(path: ".local/state"))
    }

    /// The password of every user here.
    static let password = "a long walk on the beach"

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ arguments: [String], _ text: String, _ status: Int32) {
        let words = arguments.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }
        let status = status == 0 ? "" : "[exit \(status)]\n"
        state.withLock {
            $0.transcript += "$ timeline \(words.joined(separator: " "))\n\(text)\(status)\n"
        }
    }

    private func context(
        _ console: any Console,
        _ terminal: [String: String]
    ) -> CommandContext {
        let environment = TimelineEnvironment(
            now: { [self] in state.withLock(\.now) },
            randomBytes: { [self] count in (0..<count).map { _ in randomByte() } },
            pause: { _ in await Task.yield() },
            processorCount: 2
        )
        return CommandContext(
            variables: ["HOME": folder.path].merging(terminal) { $1 },
            console: console,
            environment: environment,
            timeZone: .gmt,
            executable: URL(filePath: #filePath),
            sessionLabel: "timeline in a test",
            hasher: Argon2Hasher(
                exactly: Argon2Parameters(memory: 8, passes: 1, lanes: 1),
                environment: environment
            )
        )
    }

    /// From a seed, so that every run draws the same identifiers.
    private func randomByte() -> UInt8 {
        state.withLock { UInt8(truncatingIfNeeded: $0.random.next()) }
    }
}
