import Foundation
import Testing
import TimelineArgon2
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

/// A folder, a clock and a console for commands, with a transcript of all input and output.
final class CommandWorld: Sendable {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_795_000_000)
        var random: SplitMix64
        var transcript = ""
    }

    /// The folder for all files, which is deleted with this object.
    let folder: URL
    private let state: Lock<State>

    /// Creates a world.
    ///
    /// - Parameter seed: The seed of all random bytes. Users of worlds with equal seeds have equal
    ///   keys.
    /// - Throws: An error if the folder cannot be created.
    init(seed: UInt64 = 1) throws {
        state = Lock(State(random: SplitMix64(seed: seed)))
        folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try SamplePhotos.jpeg.write(to: folder.appending(path: "sunset.jpg"))
        try SamplePhotos.png.write(to: folder.appending(path: "map.png"))
        try Data("not a picture".utf8).write(to: folder.appending(path: "notes.jpg"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // The system removes leftovers.
    }

    /// All commands so far, with their output.
    ///
    /// The folder is shown as `$DIR`.
    var transcript: String {
        state.withLock(\.transcript).replacing(folder.path, with: "$DIR")
    }

    /// Advances the clock.
    func wait(_ seconds: TimeInterval) { state.withLock { $0.now.addTimeInterval(seconds) } }

    /// Advances the clock by a minute and runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that follow the program's name.
    ///   - columns: The width of the terminal, or `nil` if the output is a pipe.
    ///   - terminal: The environment variables that identify the terminal.
    ///   - input: The lines that are typed or piped in.
    ///   - secrets: The lines that are typed without echo.
    ///   - isInteractive: Whether the input is a terminal.
    ///   - leavesInput: Whether the command fails before it reads all of its input.
    /// - Returns: The exit status and the output.
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

    /// Advances the clock by a minute and runs a command with a list of arguments.
    ///
    /// Standard input can be a terminal although the command is not interactive, because standard
    /// error is redirected.
    @discardableResult
    func run(
        _ arguments: [String],
        columns: Int? = 60,
        terminal: [String: String] = ["TERM": "dumb"],
        input: [String] = [],
        secrets: [String] = [],
        isInteractive: Bool = false,
        hasTerminalInput: Bool? = nil,
        leavesInput: Bool = false
    ) async -> (status: Int32, text: String) {
        wait(60)
        let console = TestConsole(
            columns: columns,
            isInteractive: isInteractive,
            hasTerminalInput: hasTerminalInput,
            input: input,
            secrets: secrets
        )
        let status = await TimelineProgram.run(arguments, in: context(console, terminal))
        #expect(
            console.isExhausted != leavesInput,
            "The command should read all its input."
        )
        write(arguments, console.written, status)
        return (status, console.written)
    }

    /// Advances the clock by a minute and runs a command on a screen of known size, or in a pipe.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that follow the program's name.
    ///   - columns: The width of the screen, or `nil` for a pipe.
    ///   - rows: The height of the screen.
    ///   - terminal: The environment variables that identify the terminal, and others.
    ///   - answers: The answers of the terminal to questions.
    ///   - onWrite: A function that is called before each write to standard output.
    /// - Returns: The console.
    func screen(
        _ arguments: [String],
        columns: Int? = 60,
        rows: Int? = 24,
        terminal: [String: String] = ["TERM": "dumb"],
        answers: [TerminalAnswer] = [],
        onWrite: @escaping @Sendable () -> Void = {}
    ) async -> TestConsole {
        wait(60)
        let console = TestConsole(
            columns: columns,
            rows: rows,
            cell: PixelSize(width: 10, height: 20),
            answers: answers,
            isInteractive: false,
            input: [],
            secrets: [],
            onWrite: onWrite
        )
        let status = await TimelineProgram.run(arguments, in: context(console, terminal))
        #expect(status == 0, "\(console.written)")
        return console
    }

    /// Signs up a user with ``password``.
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

    /// Logs in an existing user.
    func logIn(_ username: String) async {
        await run(
            "login",
            "--email",
            "\(username)@example.org",
            "--password-stdin",
            input: [Self.password]
        )
    }

    /// Deletes the session file, so that the next commands run as if on another device.
    func forgetSession() throws {
        try FileManager.default.removeItem(at: folder.appending(path: ".local/state"))
    }

    /// The password of all users.
    static let password = "a long walk on the beach"

    /// Returns the path of a file in the folder.
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
            makeTimeZone: { .gmt },
            locateExecutable: { URL(filePath: #filePath) },
            sessionLabel: "timeline in a test",
            hasher: Argon2Hasher(
                exactly: Argon2Parameters(memory: 8, passes: 1, lanes: 1),
                environment: environment
            )
        )
    }

    /// Returns a random byte.
    ///
    /// The generator has a fixed seed, so that every run creates the same IDs.
    private func randomByte() -> UInt8 {
        state.withLock { UInt8(truncatingIfNeeded: $0.random.next()) }
    }
}
