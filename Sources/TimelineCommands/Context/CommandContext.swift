import ArgumentParser
import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia
import TimelineSync

/// The context of a command: its console, clock, and other dependencies.
///
/// Tests provide their own.
struct CommandContext: Sendable {
    /// The environment variables.
    let variables: [String: String]
    /// The console for input and output.
    let console: any Console
    /// The source of time and randomness.
    let environment: TimelineEnvironment
    /// Returns the time zone used to display dates.
    ///
    /// Most commands show no date, and loading a time zone takes a millisecond.
    let makeTimeZone: @Sendable () -> TimeZone
    /// Returns the path of this program.
    ///
    /// The demo data is located relative to it.
    let locateExecutable: @Sendable () -> URL
    /// The label shown for new sessions in the list of sessions.
    let sessionLabel: String
    /// The hash function for passwords.
    let hasher: any PasswordHasher
    /// The repositories opened by the command.
    let repositories = OpenRepositories()

    /// The time zone used to display dates.
    var timeZone: TimeZone { makeTimeZone() }

    /// The path of this program.
    var executable: URL { locateExecutable() }

    /// Whether the shell finds this program under its name.
    var isOnPath: Bool { Self.finds(executable, on: variables["PATH", default: ""]) }

    /// Returns whether a program is the first one named `timeline` in the folders of a `PATH`.
    static func finds(_ program: URL, on path: String) -> Bool {
        let found = path.split(separator: ":").lazy
            .map { URL(filePath: String($0)).appending(path: "timeline") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return found?.resolvingSymlinksInPath() == program.resolvingSymlinksInPath()
    }

    /// Creates the context of this process.
    static func system() -> CommandContext {
        let variables = ProcessInfo.processInfo.environment
        let host = variables["HOSTNAME"] ?? hostName() ?? ProgramText.unknownHost
        return CommandContext(
            variables: variables,
            console: SystemConsole(environment: variables),
            environment: .system,
            makeTimeZone: { .current },
            locateExecutable: {
                Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
            },
            sessionLabel: ProgramText.sessionLabel(host: host),
            hasher: Argon2Hasher()
        )
    }

    /// Returns the store's folder, based on the options, the environment variables and the default.
    ///
    /// - Throws: ``UsageError`` if they do not fit together.
    func storeFolder(_ options: GlobalOptions) throws(UsageError) -> StoreFolder {
        try StoreFolder(option: options.store, photos: options.photos, variables: variables)
    }

    /// Opens the store.
    ///
    /// - Throws: ``CommandError/storeNotFound(_:)`` if none exists, ``CommandError/notAFolder(_:)``
    ///   if the path is a file, or a ``TimelineError`` if the store cannot be opened.
    func openStore(_ options: GlobalOptions) async throws -> OpenStore {
        let folder = try storeFolder(options)
        guard folder.exists else {
            try folder.checkPath()
            throw CommandError.storeNotFound(folder.url.path)
        }
        return try await open(folder, creating: false, options: options)
    }

    /// Opens the store, and creates it if none exists.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path is a file, or a ``TimelineError`` if
    ///   the store cannot be opened or created.
    func createStore(in folder: StoreFolder, options: GlobalOptions) async throws -> OpenStore {
        try await open(folder, creating: true, options: options)
    }

    private func open(
        _ folder: StoreFolder,
        creating: Bool,
        options: GlobalOptions
    ) async throws -> OpenStore {
        try folder.checkPath()
        if let warning = folder.warning {
            console.writeError(output(options).warning(code: "folder-writable", message: warning))
        }
        let (owner, blobs) = try folder.open(
            creating: creating,
            hasher: hasher,
            environment: environment,
            variables: variables,
            repositories: repositories
        )
        return OpenStore(
            folder: folder,
            owner: owner,
            blobs: blobs,
            session: SessionFile(of: folder, variables: variables),
            output: output(options),
            context: self,
            renditions: StoredRenditions(of: folder, blobs: blobs)
        )
    }

    /// Returns the output of a command with the given options.
    func output(_ options: GlobalOptions) -> Output {
        Output(
            console: console,
            format: options.format,
            layout: TextLayout(
                columns: console.columns,
                style: Style(environment: variables, isTerminal: console.columns != nil),
                now: environment.now(),
                makeTimeZone: makeTimeZone,
                storeOptions: options.storeOptions
            )
        )
    }
}

/// Returns the host name of this machine without a network lookup, or `nil` if the system does not
/// provide it.
func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A command that runs in a given context, so tests can provide their own.
protocol ContextCommand: ParsableCommand {
    /// Runs the command in the given context.
    func run(in context: CommandContext) async throws
}

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

extension CommandContext {
    /// Runs `work`, which writes files outside of the store, and shows its progress.
    ///
    /// If the user stops the command, the function that `work` receives throws ``Interrupted``, so
    /// that `work` can remove the incomplete files.
    func exporting<Result>(
        work: (Progress, _ check: @escaping @Sendable () throws -> Void) async throws -> Result
    ) async throws -> Result {
        let isStopped = Lock(false)
        let stop = StopSignal { isStopped.withLock { $0 = true } }
        defer { withExtendedLifetime(stop) {} }
        return try await showingProgress(ArchiveMessages.exporting) { progress in
            try await work(progress) { if isStopped.withLock(\.self) { throw Interrupted() } }
        }
    }
}

extension CommandContext {
    /// Selects how to draw pictures, and queries the terminal if the environment variables are not
    /// conclusive.
    ///
    /// Returns `nil` if the terminal cannot show pictures or the user has disabled them.
    func graphics(_ choice: ImageChoice) -> TerminalGraphics? {
        let question = TerminalGraphics.question(choice, variables: variables)
        return TerminalGraphics(
            choice,
            variables: variables,
            cell: console.cell,
            answer: question.flatMap { answer(to: $0) }
        )
    }

    /// The environment variables that differ between terminals.
    private static let identifying = [
        "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "SSH_CONNECTION",
        "XTERM_VERSION", "KITTY_WINDOW_ID",
    ]

    /// Returns the terminal's cached answer, or queries the terminal.
    private func answer(to question: TerminalQuestion) -> TerminalAnswer? {
        guard let id = console.terminalID else { return nil }
        let terminal = ([id] + Self.identifying.map { variables[$0, default: ""] })
            .joined(separator: "\n")
        let answers = TerminalAnswers(variables: variables)
        if let answer = answers.answer(of: terminal, to: question) { return answer }
        return console.answer(to: question) { answers.save($0, of: terminal, to: question) }
    }
}

extension CommandContext {
    /// Returns an empty store in memory, or `nil` if the store of the options exists.
    ///
    /// A command that creates the store from a sealed file first opens the file into this one, so
    /// that a wrong password or a damaged file does not leave an empty store behind.
    func trialStore(_ options: GlobalOptions) throws(UsageError) -> StoreOwner? {
        guard try !storeFolder(options).exists else { return nil }
        return StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
    }

    /// Returns an empty store in memory for a dry run without a store, and otherwise `nil`.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path of the store is a file.
    func dryRunStore(_ options: GlobalOptions, isDryRun: Bool) throws -> StoreOwner? {
        guard isDryRun, let trial = try trialStore(options) else { return nil }
        try storeFolder(options).checkPath()
        return trial
    }
}
