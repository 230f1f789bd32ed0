import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia

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
    /// The time zone used to display dates.
    let timeZone: TimeZone
    /// The path of this program.
    ///
    /// The demo data is located relative to it.
    let executable: URL
    /// The label shown for new sessions in the list of sessions.
    let sessionLabel: String
    /// The hash function for passwords.
    let hasher: any PasswordHasher
    /// The repositories opened by the command.
    let repositories = OpenRepositories()

    /// Creates the context of this process.
    static func system() -> CommandContext {
        let variables = ProcessInfo.processInfo.environment
        let host = variables["HOSTNAME"] ?? hostName() ?? ProgramText.unknownHost
        return CommandContext(
            variables: variables,
            console: SystemConsole(environment: variables),
            environment: .system,
            timeZone: .current,
            executable: Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]),
            sessionLabel: ProgramText.sessionLabel(host: host),
            hasher: Argon2Hasher()
        )
    }

    /// Returns the store's folder, based on the options, the environment variables and the default.
    func storeFolder(_ options: GlobalOptions) -> StoreFolder {
        StoreFolder(option: options.store, variables: variables)
    }

    /// Opens the store, or an empty in-memory store if none exists.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path leads to a file, or a
    ///   ``TimelineError`` if the store cannot be opened.
    func openStore(_ options: GlobalOptions) async throws -> OpenStore {
        let folder = storeFolder(options)
        guard !folder.exists else { return try await createStore(in: folder, options: options) }
        try folder.checkPath()
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
        return store(in: folder, owner: owner, options: options)
    }

    /// Opens the store, creates it if none exists, and converts photos that earlier versions
    /// stored.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path leads to a file, or a
    ///   ``TimelineError`` if the store cannot be opened or created.
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
        try await convertPhotos(of: owner)
        return store(in: folder, owner: owner, options: options)
    }

    /// Converts photos that earlier versions stored, and shows the progress.
    ///
    /// A store that is full, read-only or in use by another process does not stop the command. The
    /// next command continues the conversion.
    private func convertPhotos(of owner: StoreOwner) async throws {
        do {
            try await showingProgress(StoreText.convertingPhotos) { progress in
                _ = try await owner.convertPhotos { progress.update($0, of: $1) }
            }
        } catch TimelineError.storageReadOnly, TimelineError.storageBusy,
            TimelineError.storageFailed
        {
            return
        }
    }

    private func store(
        in folder: StoreFolder,
        owner: StoreOwner,
        options: GlobalOptions
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

    /// Returns the output of a command with the given options.
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

/// Returns the host name of this machine without a network lookup, or `nil` if the system does not
/// provide it.
func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
