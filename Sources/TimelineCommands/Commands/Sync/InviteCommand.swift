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

extension OpenStore {
    /// Follows the user who created an invitation link, and syncs with the first address that
    /// responds.
    ///
    /// If no address responds, the user is followed nevertheless. Only a device that responds and
    /// fails, for example because it refuses the invitation, changes the exit status.
    ///
    /// - Throws: A `PairingError` for a damaged link, ``SyncCommandError/expiredInvitation(_:)``,
    ///   ``TimelineError/selfFollow``, another ``TimelineError``, or ``ReportedError``.
    func follow(link text: String) async throws {
        let link = try InvitationLink(parsing: text.filter { !$0.isWhitespace })
        let sync = try await sync()
        let user = link.user
        guard user != sync.user else { throw TimelineError.selfFollow }
        let now = UInt64(max(0, context.environment.now().timeIntervalSince1970 * 1000))
        guard !link.isExpired(at: now) else {
            throw SyncCommandError.expiredInvitation(link.username)
        }
        try await sync.follow(link)
        let targets = link.addresses.compactMap { SyncTarget($0) }
        var runner = SyncRunner(store: self, sync: sync, budget: .max, isOwn: nil)
        runner.probes = SyncProbes(targets)
        var view = FollowedLink(user: user, username: link.username)
        var statuses: [Int32] = []
        for target in targets {
            do {
                view.syncs.append(try await runner.run(target, box: link.box))
                break
            } catch let error as SyncCommandError {
                view.failures.append(SyncList.Failure(target: target.text, error))
                statuses.append(error.exitCode)
            }
        }
        try output.show(view, hint: view.nextSteps) { view.lines(in: $0) }
        let isRefused = view.refusal != nil
        let status = isRefused ? 77 : statuses.first { $0 != SyncCommandError.unavailable }
        if view.syncs.isEmpty, let status { throw ReportedError(exitCode: status) }
    }
}

/// The output of `timeline follow LINK`.
private struct FollowedLink: Encodable {
    let user: User.ID
    let username: String
    var syncs: [SyncResult] = []
    var failures: [SyncList.Failure] = []

    func lines(in layout: TextLayout) -> [String] {
        if let refusal {
            return layout.paragraph(InviteText.refused(username, refusal.target))
        }
        let lines =
            layout.paragraph(InviteText.follows(username)) + syncs.flatMap { $0.lines(in: layout) }
            + failures.flatMap { layout.paragraph($0.message) }
        guard syncs.isEmpty else { return lines }
        return lines
            + layout.paragraph(
                failures.isEmpty ? InviteText.noAddressInLink : InviteText.nothingArrived
            )
    }

    /// The address at which the invitation was refused, unless another one has responded.
    var refusal: SyncList.Failure? {
        syncs.isEmpty ? failures.first { $0.code == SyncError.notInvited.code } : nil
    }

    /// Formats the command to run next.
    func nextSteps(in layout: TextLayout) -> [String] {
        guard syncs.isEmpty else {
            return [
                "", layout.suggestion(["feed", "--of", username], hint: InviteText.feedHint),
            ]
        }
        guard refusal == nil else { return [] }
        return [
            "",
            failures.isEmpty
                ? layout.suggestion(["sync", "FOLDER"], hint: SyncText.syncFolderHint)
                : layout.suggestion(["sync"], hint: InviteText.syncHint),
        ]
    }
}
