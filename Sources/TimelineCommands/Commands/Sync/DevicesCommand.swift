import ArgumentParser
import Foundation
import TimelineCore
import TimelineSync

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: DeviceHelp.abstract,
        subcommands: [
            ListDevicesCommand.self, NameDeviceCommand.self, RevokeDeviceCommand.self,
        ],
        defaultSubcommand: ListDevicesCommand.self
    )
}

struct ListDevicesCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: DeviceHelp.listAbstract
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let list = DeviceList(devices: try await store.sync().devices().map(DeviceView.init))
        try store.output.show(list) { layout in
            list.devices.flatMap { $0.lines(in: layout) }
        }
    }
}

struct NameDeviceCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "name",
        abstract: DeviceHelp.nameAbstract,
        discussion: DeviceHelp.nameDiscussion
    )

    @Argument(help: DeviceHelp.name)
    var name: String

    @Option(help: DeviceHelp.nameOf)
    var device: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws { try checkDeviceName(name) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let devices = try await sync.devices()
        let device = try device.map { try devices.device($0) } ?? devices.first(where: \.isThis)
        guard let device else { throw SyncCommandError.deviceNotFound(name) }
        try await sync.setName(name, of: device.id)
        try store.output.confirm(DeviceText.named(device.id.description, as: name))
    }
}

/// Rejects a device name that is empty, too long or contains control characters.
func checkDeviceName(_ name: String) throws {
    guard !name.isEmpty, name.utf8.count <= PairingLimits.peerName,
        name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw ValidationError(DeviceText.nameFault) }
}

extension [SyncDevice] {
    /// Returns the device with a name, or with an ID that starts with the text.
    func device(_ text: String) throws -> SyncDevice {
        let named = filter { $0.name == text }
        let matches =
            named.isEmpty && !text.isEmpty
            ? filter { $0.id.description.hasPrefix(text.lowercased()) } : named
        guard let match = matches.first else { throw SyncCommandError.deviceNotFound(text) }
        guard matches.count == 1 else { throw SyncCommandError.ambiguousDevice(text) }
        return match
    }
}

/// The output of `timeline devices`.
private struct DeviceList: Encodable {
    let devices: [DeviceView]
}

/// A device, as shown in the output.
private struct DeviceView: Encodable {
    let id: String
    let name: String?
    let addedAt: Date
    let revokedAt: Date?
    let isThis: Bool

    init(_ device: SyncDevice) {
        id = device.id.description
        name = device.name
        addedAt = device.addedAt
        revokedAt = device.revokedAt
        isThis = device.isThis
    }

    func lines(in layout: TextLayout) -> [String] {
        func age(_ date: Date) -> String {
            relativeTime(of: date, now: layout.now, in: layout.timeZone)
        }
        let state =
            revokedAt.map { DeviceText.revoked(at: age($0)) } ?? DeviceText.added(age(addedAt))
        let facts = [name ?? DeviceText.unnamed, state, isThis ? DeviceText.thisDevice : nil]
        return layout.entry(id, facts: facts.compactMap(\.self).joined(separator: "  "))
    }
}

struct RevokeDeviceCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: DeviceHelp.revokeAbstract,
        discussion: DeviceHelp.revokeDiscussion
    )

    @Argument(help: DeviceHelp.device)
    var device: String

    @Option(
        parsing: .unconditional,
        help: DeviceHelp.since,
        transform: TypedDate.init(parsing:)
    )
    var since: TypedDate?

    @Flag(name: .shortAndLong, help: DeviceHelp.yes)
    var yes = false

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    /// The maximum number of signed records that are shown in a list.
    private static let shownStatements = 20

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let device = try await sync.devices().device(device)
        let shown = device.name ?? device.id.description
        guard !device.isThis else { throw UsageError(DeviceText.revokesThis) }
        guard device.revokedAt == nil else {
            return try store.output.confirm(DeviceText.wasRevoked(shown))
        }
        if store.output.format == .text {
            try await explain(device, called: shown, store, sync)
        }
        if context.console.isInteractive, !yes, try store.confirms(DeviceText.syncFirst) {
            try await syncFirst(in: context)
            try await explain(device, called: shown, store, sync)
        }
        guard try yes || store.confirmsAtTerminal(DeviceText.question(shown)) else {
            return try store.output.confirm(DeviceText.notRevoked(shown))
        }
        let password = try Prompter(console: context.console)
            .password(PromptText.password, fromInput: password.isFromInput)
        try await sync.revokeDevice(
            device.id,
            since: try since?.date(in: context.timeZone) ?? .distantFuture,
            password: password
        )
        try store.output.confirm(DeviceText.revoked(shown))
    }

    /// Shows what the device has signed since it was last in sync with this one, and what revoking it
    /// loses.
    private func explain(
        _ device: SyncDevice,
        called name: String,
        _ store: OpenStore,
        _ sync: StoreSync
    ) async throws {
        let date = try since?.date(in: store.output.layout.timeZone) ?? .distantFuture
        let activity = try await sync.activity(of: device.id, since: date)
        let layout = store.output.layout
        let age = activity.since.map { relativeTime(of: $0, now: layout.now, in: layout.timeZone) }
        var lines = layout.paragraph(DeviceText.signed(name, since: age))
        lines += list(activity.statements, in: layout)
        if activity.statements.isEmpty { lines += layout.paragraph(DeviceText.nothing, indent: 2) }
        if !activity.earlier.isEmpty {
            lines += [""] + layout.paragraph(DeviceText.earlier(isVoiding: since != nil))
            lines += list(activity.earlier, in: layout)
        }
        if activity.statements.contains(where: \.isBackdated) {
            lines += [""] + layout.paragraph(DeviceText.backdated)
        }
        if let since, activity.voided > 0 {
            lines +=
                [""] + layout.paragraph(DeviceText.voided(activity.voided, since: since.text))
        }
        lines += [""] + layout.paragraph(DeviceText.loss(name)) + [""]
        for line in lines { store.context.console.writeError(line + "\n") }
    }

    /// Lists records: those that were dated back, then deletions, then others.
    private func list(
        _ statements: [DeviceActivity.Statement],
        in layout: TextLayout
    ) -> [String] {
        let (backdated, honest) = statements.partitioned(by: \.isBackdated)
        let (deletions, others) = honest.partitioned { $0.kind?.isDeletion == true }
        let sorted = backdated + deletions + others
        let rest = sorted.dropFirst(Self.shownStatements)
        return sorted.prefix(Self.shownStatements)
            .flatMap { statement in
                let age = relativeTime(of: statement.date, now: layout.now, in: layout.timeZone)
                let text = DeviceText.statement(statement, age)
                return layout.paragraph(text, indent: 2)
            } + (rest.isEmpty ? [] : layout.paragraph(DeviceText.more(rest), indent: 2))
    }

    private func syncFirst(in context: CommandContext) async throws {
        var command = try RunSyncCommand.parse([])
        command.global = global
        do {
            try await command.run(in: context)
        } catch is ReportedError {
            // The sync has shown which places failed; the user decides whether to go on.
        }
    }
}

extension [DeviceActivity.Statement] {
    /// Returns the records that match a condition, and the others, each in order.
    fileprivate func partitioned(
        by condition: (Element) -> Bool
    ) -> (matching: [Element], others: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}
