import ArgumentParser
import Foundation
import TimelineCore
import TimelineSync

struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: DeviceHelp.Identity.abstract,
        subcommands: [ExportIdentityCommand.self, ImportIdentityCommand.self]
    )
}

struct ExportIdentityCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: DeviceHelp.Identity.exportAbstract,
        discussion: DeviceHelp.Identity.exportDiscussion
    )

    @Argument(help: DeviceHelp.Identity.newFile, completion: .file())
    var file: String

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(file) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let file = try SecretFile(file, defaultName: DeviceText.identityFileName)
        let password = try Prompter(console: context.console)
            .password(PromptText.password, fromInput: password.isFromInput)
        try file.write(try await sync.exportIdentity(password: password))
        try store.output.confirm(DeviceText.exported(to: context.abbreviated(file.path)))
    }
}

struct ImportIdentityCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: DeviceHelp.Identity.importAbstract,
        discussion: DeviceHelp.Identity.importDiscussion
    )

    @Argument(help: DeviceHelp.Identity.file, completion: .file())
    var file: String

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let bytes = try SecretFile.read(file, purpose: .identity)
        let prompter = Prompter(console: context.console)
        let first = try prompter.password(
            DeviceText.copyPassword,
            fromInput: password.isFromInput
        )
        let folder = context.storeFolder(global)
        if let trial = context.trialStore(global) {
            try await importIdentity(bytes, password: first, into: trial, in: folder)
        }
        let store = try await context.createStore(in: folder, options: global)
        var password = first
        let sync: StoreSync
        do {
            sync = try await importIdentity(
                bytes,
                password: first,
                into: store.owner,
                in: folder
            )
        } catch TimelineError.wrongOwnPassword {
            // The password has been reset or changed since the export.
            password = try prompter.password(
                PromptText.currentPassword,
                fromInput: self.password.isFromInput
            )
            sync = try await importIdentity(
                bytes,
                password: first,
                current: password,
                into: store.owner,
                in: folder
            )
        }
        let user = try await store.logIn(sync.user, password: password)
        try store.output.show(Identity(email: nil, user: user)) { layout in
            layout.paragraph(DeviceText.imported(user.username))
        }
    }

    @discardableResult
    private func importIdentity(
        _ bytes: [UInt8],
        password: Password,
        current: Password? = nil,
        into owner: StoreOwner,
        in folder: StoreFolder
    ) async throws -> StoreSync {
        try await StoreSync.importIdentity(
            from: bytes,
            password: password,
            current: current,
            into: owner,
            partialBlobs: folder.incoming
        )
    }
}

/// A sealed file that only its user can read: a pairing file or a copy of an identity.
struct SecretFile {
    /// The path of the file.
    let path: String

    /// Creates a reference to a file, or to a file of the default name in a folder.
    ///
    /// - Throws: The errors of ``OutputFile/check()``, so that the user learns of them before typing
    ///   a password.
    init(_ path: String, defaultName: String) throws {
        let url = URL(filePath: path)
        let isFolder = DurableFile.isFolder(url)
        let file = isFolder ? url.appending(path: defaultName) : url
        try OutputFile(url: file).check()
        self.path = isFolder ? file.path : path
    }

    /// Writes the file with mode 0600.
    ///
    /// - Throws: The errors of ``OutputFile/write(_:)``.
    func write(_ bytes: [UInt8]) throws {
        try OutputFile(url: URL(filePath: path), mode: 0o600).write(Data(bytes))
    }

    /// Reads a sealed file, and checks its purpose.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``, ``UsageError``
    ///   if the file has a different purpose, or a `PairingError`.
    static func read(_ path: String, purpose: SealedFile.Purpose) throws -> [UInt8] {
        let contents = try InputFile(path: path)
            .read(limit: PairingLimits.sealedFile) { PairingError.fileTooLong(bytes: $0) }
        let bytes = Array(contents)
        switch (try SealedFile(decoding: bytes).purpose, purpose) {
        case (.pairing, .identity): throw UsageError(DeviceText.isPairing)
        case (.identity, .pairing): throw UsageError(DeviceText.isIdentity)
        case (.pairing, .pairing), (.identity, .identity): return bytes
        }
    }
}
