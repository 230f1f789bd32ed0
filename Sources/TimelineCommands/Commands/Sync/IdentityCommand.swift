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
        let archived = try SecretFile.account(inArchive: file)
        let bytes = try archived ?? SecretFile.read(file, purpose: .identity)
        let prompter = Prompter(console: context.console)
        let first = try prompter.password(
            DeviceText.copyPassword,
            fromInput: password.isFromInput
        )
        let folder = try context.storeFolder(global)
        if let trial = try context.trialStore(global) {
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
            guard archived != nil else { return [] }
            let words = ["import", "timeline", layout.quoted(file)]
            return ["", layout.suggestion(words, hint: DeviceText.importArchiveHint)]
        } text: { layout in
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
