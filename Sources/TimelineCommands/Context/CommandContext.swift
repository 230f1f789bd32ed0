import Foundation
import TimelineArgon2
import TimelineCore

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
    func storeFolder(_ options: GlobalOptions) -> StoreFolder {
        StoreFolder(option: options.store, variables: variables)
    }

    /// Opens the store.
    ///
    /// - Throws: ``CommandError/storeNotFound(_:)`` if none exists, ``CommandError/notAFolder(_:)``
    ///   if the path is a file, or a ``TimelineError`` if the store cannot be opened.
    func openStore(_ options: GlobalOptions) async throws -> OpenStore {
        let folder = storeFolder(options)
        guard folder.exists else {
            try folder.checkPath()
            throw CommandError.storeNotFound(folder.url.path)
        }
        return try await createStore(in: folder, options: options)
    }

    /// Opens the store, and creates it if none exists.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path is a file, or a ``TimelineError`` if
    ///   the store cannot be opened or created.
    func createStore(in folder: StoreFolder, options: GlobalOptions) async throws -> OpenStore {
        try folder.checkPath()
        if let warning = folder.warning {
            console.writeError(output(options).warning(code: "folder-writable", message: warning))
        }
        let owner = try folder.open(
            hasher: hasher,
            environment: environment,
            repositories: repositories
        )
        return OpenStore(
            folder: folder,
            owner: owner,
            session: SessionFile(of: folder, variables: variables),
            output: output(options),
            context: self,
            renditions: StoredRenditions(of: folder)
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
                storeOption: options.store
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
