import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia

/// The environment of a command; tests provide their own.
struct CommandContext: Sendable {
    /// The environment variables.
    let variables: [String: String]
    /// Input and output.
    let console: any Console
    /// Time and randomness.
    let environment: TimelineEnvironment
    /// The time zone of displayed dates.
    let timeZone: TimeZone
    /// The path of this program, near which the demo data lies.
    let executable: URL
    /// The label of new sessions in the list of sessions.
    let sessionLabel: String
    /// The hash function of passwords.
    let hasher: any PasswordHasher
    /// The repositories opened by the command.
    let repositories = OpenRepositories()

    /// The context of this process.
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

    /// Returns the store's folder: from the options, the environment, or the default.
    func storeFolder(_ options: GlobalOptions) -> StoreFolder {
        StoreFolder(option: options.store, variables: variables)
    }

    /// Opens the store, or an empty one in memory if it does not exist.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``, ``TimelineError``.
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

    /// Opens the store, and creates it if it does not exist; converts photos of earlier versions.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``, ``TimelineError``.
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

    /// Converts photos of earlier versions, and shows the progress.
    ///
    /// A disk that is full, read-only or in use by another process does not stop the command; the
    /// next one continues.
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

    /// The command's output.
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

/// The local name of this machine, without a network lookup.
func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
