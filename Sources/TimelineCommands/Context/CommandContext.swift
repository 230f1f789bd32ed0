import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia

/// What a command takes from the world outside; a test gives its own.
struct CommandContext: Sendable {
    /// The environment variables.
    let variables: [String: String]
    /// Where is read from and written to.
    let console: any Console
    /// Time and randomness.
    let environment: TimelineEnvironment
    /// The time zone of dates that a person reads.
    let timeZone: TimeZone
    /// Where this program lies; the demo data is looked for from there.
    let executable: URL
    /// What a session made here is called in a list of sessions.
    let sessionLabel: String
    /// How passwords are hashed.
    let hasher: any PasswordHasher
    /// The stores that the command has opened.
    let opened = OpenedStores()

    /// The context of a command that a person or a script started.
    static func system() -> CommandContext {
        let variables = ProcessInfo.processInfo.environment
        return CommandContext(
            variables: variables,
            console: SystemConsole(environment: variables),
            environment: .system,
            timeZone: .current,
            executable: Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]),
            sessionLabel: "timeline on \(variables["HOSTNAME"] ?? hostName())",
            hasher: Argon2Hasher()
        )
    }

    /// The store's folder: the one that the options, the environment or the custom of the system name.
    func storeFolder(_ options: GlobalOptions) -> StoreFolder {
        StoreFolder(option: options.store, variables: variables)
    }

    /// Opens the store; where none is, an empty one in memory answers and nothing is made.
    ///
    /// - Throws: ``TimelineError``.
    func openStore(_ options: GlobalOptions) throws -> OpenStore {
        let folder = storeFolder(options)
        guard !folder.exists else { return try makeStore(folder, options) }
        try folder.checkPath()
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
        return store(folder, owner, options)
    }

    /// Opens the store, which is made when it is missing.
    ///
    /// - Throws: ``TimelineError``.
    func makeStore(_ folder: StoreFolder, _ options: GlobalOptions) throws -> OpenStore {
        try folder.checkPath()
        if let warning = folder.warning {
            console.writeError(output(options).warning("folder-writable", warning))
        }
        let owner = try folder.open(hasher: hasher, environment: environment, noting: opened)
        return store(folder, owner, options)
    }

    private func store(
        _ folder: StoreFolder,
        _ owner: StoreOwner,
        _ options: GlobalOptions
    ) -> OpenStore {
        OpenStore(
            folder: folder,
            owner: owner,
            session: SessionFile(of: folder, variables: variables),
            output: output(options),
            context: self,
            renditions: StoredRenditions(of: folder)
        )
    }

    /// How the command answers.
    func output(_ options: GlobalOptions) -> Output {
        Output(
            console: console,
            format: options.format,
            layout: TextLayout(
                columns: console.columns,
                style: Style(environment: variables, isTerminal: console.columns != nil),
                now: environment.now(),
                timeZone: timeZone,
                storeOption: options.store
            )
        )
    }
}

/// The name of this machine, which is not looked up in any network.
private func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "this machine" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
