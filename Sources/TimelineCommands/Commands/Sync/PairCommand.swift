import ArgumentParser
import Foundation
import TimelineCore
import TimelineSync

struct PairCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: DeviceHelp.Pair.abstract,
        discussion: DeviceHelp.Pair.discussion
    )

    @Option(name: .customLong("to"), help: DeviceHelp.Pair.to, completion: .file())
    var target: String?

    @Option(name: .customLong("from"), help: DeviceHelp.Pair.from, completion: .file())
    var source: String?

    @Option(help: DeviceHelp.Pair.name)
    var name: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (target == nil) != (source == nil) else {
            throw ValidationError(DeviceText.direction)
        }
        guard name == nil || target != nil else { throw ValidationError(DeviceText.nameNeedsTo) }
        try name.map { try checkDeviceName($0) }
        try requirePath(target)
    }

    func run(in context: CommandContext) async throws {
        if let target { try await write(to: target, in: context) }
        if let source { try await read(source, in: context) }
    }

    private func write(to target: String, in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let file = try SecretFile(target, defaultName: DeviceText.fileName)
        let password = try Prompter(console: context.console)
            .password(PromptText.password, fromInput: password.isFromInput)
        let (bytes, code) = try await sync.pair(password: password, name: name)
        try file.write(bytes)
        let view = PairingView(file: file.path, code: code.text)
        try store.output.show(view) { layout in
            // Unlike other commands, this one does not repeat --store, a folder of this device.
            let name = layout.quoted(URL(filePath: view.file).lastPathComponent)
            return layout.paragraph(DeviceText.wrote(context.abbreviated(view.file))) + [
                "",
                DeviceText.read(name).terminalSafe,
                "",
                DeviceText.fromHint + " " + layout.style.bold(view.code),
                "",
            ] + layout.paragraph(DeviceText.keep)
        }
    }

    private func read(_ source: String, in context: CommandContext) async throws {
        let bytes = try SecretFile.read(source, purpose: .pairing)
        let prompter = Prompter(console: context.console)
        let code =
            password.isFromInput
            ? String(
                decoding: try prompter.password(DeviceText.code, fromInput: true).bytes,
                as: UTF8.self
            )
            : try await prompter.value(nil, label: DeviceText.code, option: "--password-stdin") {
                _ = try PairingCode(parsing: $0)
            }
        let pairingCode = try PairingCode(parsing: code)
        let password = try prompter.password(
            PromptText.password,
            fromInput: password.isFromInput
        )
        let folder = try context.storeFolder(global)
        func pair(_ owner: StoreOwner) async throws -> StoreSync {
            try await StoreSync.pair(
                from: bytes,
                code: pairingCode,
                password: password,
                into: owner,
                partialBlobs: folder.incoming
            )
        }
        if let trial = try context.trialStore(global) { _ = try await pair(trial) }
        let store = try await context.createStore(in: folder, options: global)
        let sync = try await pair(store.owner)
        let user = try await store.logIn(sync.user, password: password)
        try store.output.show(Identity(email: nil, user: user)) { layout in
            ["", layout.suggestion(["sync", "TARGET"], hint: DeviceText.syncHint)]
        } text: { layout in
            layout.paragraph(DeviceText.paired(user.username))
        }
    }
}

/// The output of `timeline pair --to`.
private struct PairingView: Encodable {
    let file: String
    let code: String
}

extension OpenStore {
    /// Logs in a user whose keys have just been stored, and returns the user.
    func logIn(_ id: User.ID, password: Password) async throws -> User {
        let user = try await guest.profile(of: id).user
        let login = try await guest.logIn(
            email: try await owner.email(of: user).text,
            password: password,
            label: context.sessionLabel
        )
        try await begin(login)
        return login.user
    }
}
