import ArgumentParser
import Foundation
import TimelineCore
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
            guard !addresses.isEmpty else { return [] }
            return [""] + layout.paragraph(InviteText.reachable)
                + Self.listeners(addresses).map { layout.command($0) }
        } text: { layout in
            let date = exactTime(of: view.expiresAt, in: layout.timeZone)
            return layout.paragraph(InviteText.explanation(until: date))
                + ["", InviteText.follow(view.link)]
                + (addresses.isEmpty ? [""] + layout.paragraph(InviteText.noAddress) : [])
        }
    }

    /// Returns the commands that accept connections from devices at the addresses of this machine.
    private static func listeners(_ addresses: [PeerAddress]) -> [[String]] {
        let isLocal = addresses.allSatisfy { $0.host.hasPrefix("127.") || $0.host == "localhost" }
        func first(_ scheme: PeerAddress.Scheme) -> String? {
            addresses.first { $0.scheme == scheme }.map { $0.port.map(String.init) ?? "80" }
        }
        let host = isLocal ? [] : ["--host", "0.0.0.0", "--insecure"]
        return [
            first(.tcp).map { ["sync", "--listen", (isLocal ? "127.0.0.1:" : "0.0.0.0:") + $0] },
            first(.http).map { ["serve", "--port", $0] + host },
        ]
        .compactMap(\.self)
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
