import ArgumentParser
import Foundation
import TimelineCore
import TimelineDevices
import TimelineSync

struct InviteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: InviteHelp.abstract,
        discussion: InviteHelp.discussion
    )

    @Option(name: .customLong("address"), help: InviteHelp.address)
    var addresses: [String] = []

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let addresses = try addresses.map { try PeerAddress(parsing: $0) }
        let store = try await context.openStore(global)
        let link = try await store.sync().invite(at: addresses)
        let view = InvitationView(link)
        try store.output.show(view) { layout in
            let date = exactTime(of: view.expiresAt, in: layout.timeZone)
            return layout.paragraph(InviteText.explanation(until: date))
                + ["", InviteText.follow(view.link), ""]
                + (addresses.isEmpty
                    ? layout.paragraph(InviteText.noAddress)
                    : layout.paragraph(InviteText.reachable)
                        + [layout.command("sync", "--listen", Self.listener(addresses))])
        }
    }

    /// The value of `--listen` for an address of this machine.
    private static func listener(_ addresses: [PeerAddress]) -> String {
        let port = addresses.compactMap(\.port).first.map(String.init) ?? ""
        let isLocal = addresses.allSatisfy { $0.host.hasPrefix("127.") || $0.host == "localhost" }
        return (isLocal ? "127.0.0.1:" : "0.0.0.0:") + port
    }
}

/// The output of `timeline invite`.
private struct InvitationView: Encodable {
    let link: String
    let addresses: [String]
    let expiresAt: Date

    init(_ link: InvitationLink) {
        self.link = link.description
        addresses = link.addresses.map(\.description)
        expiresAt = Date(timeIntervalSince1970: Double(link.expiry) / 1000)
    }
}
