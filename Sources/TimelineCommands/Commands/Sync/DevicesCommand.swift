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
///
/// - Throws: A `ValidationError`.
func checkDeviceName(_ name: String) throws {
    guard !name.isEmpty, name.utf8.count <= PairingLimits.peerName,
        name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw ValidationError(DeviceText.nameFault) }
}

extension [SyncDevice] {
    /// Returns the device with a name, or with an ID that starts with the text.
    ///
    /// - Throws: ``SyncCommandError/deviceNotFound(_:)`` or ``SyncCommandError/ambiguousDevice(_:)``.
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
