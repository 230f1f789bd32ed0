import Foundation
import TimelineCore
import TimelineDevices
import TimelineSync

extension OpenStore {
    /// Follows the user who created an invitation link, and syncs with the first address that
    /// responds.
    ///
    /// - Throws: A `PairingError` for a damaged link, ``SyncFailure/expiredInvitation(_:)``,
    ///   ``TimelineError/selfFollow`` or another ``TimelineError``.
    func follow(link text: String) async throws {
        let link = try InvitationLink(parsing: text.filter { !$0.isWhitespace })
        let sync = try await sync()
        let user = User.ID(link.user)
        guard user != sync.user else { throw TimelineError.selfFollow }
        let now = UInt64(max(0, context.environment.now().timeIntervalSince1970 * 1000))
        guard !link.isExpired(at: now) else {
            throw SyncFailure.expiredInvitation(link.username)
        }
        try await sync.follow(link)
        let targets = link.addresses.compactMap { SyncTarget($0) }
        var runner = SyncRunner(store: self, sync: sync, budget: .max, isOwn: nil)
        runner.probes = SyncProbes(targets)
        var view = FollowedLink(user: user, username: link.username)
        for target in targets {
            do {
                view.syncs.append(try await runner.run(target, box: link.box))
                break
            } catch let error as SyncFailure {
                view.failures.append(SyncList.Failure(place: target.place, error))
            }
        }
        try output.show(view, hint: { [""] + [view.nextStep(in: $0)] }) { view.lines(in: $0) }
    }
}

/// The output of `timeline follow LINK`.
private struct FollowedLink: Encodable {
    let user: User.ID
    let username: String
    var syncs: [SyncResult] = []
    var failures: [SyncList.Failure] = []

    func lines(in layout: TextLayout) -> [String] {
        let lines =
            layout.paragraph(InviteText.follows(username)) + syncs.flatMap { $0.lines(in: layout) }
            + failures.flatMap { layout.paragraph($0.message) }
        guard syncs.isEmpty else { return lines }
        let isRejected = failures.contains { $0.code == SyncFailure.notInvitedCode }
        let reason =
            isRejected
            ? InviteText.usedUp
            : failures.isEmpty ? InviteText.noAddressInLink : InviteText.nobodyAnswered
        return lines + layout.paragraph(reason)
    }

    /// Formats the command to run next.
    func nextStep(in layout: TextLayout) -> String {
        guard syncs.isEmpty else {
            return layout.suggestion(["feed", "--of", username], hint: InviteText.feedHint)
        }
        return failures.isEmpty
            ? layout.suggestion(["sync", "FOLDER"], hint: SyncText.syncFolderHint)
            : layout.suggestion(["sync"], hint: InviteText.syncHint)
    }
}
