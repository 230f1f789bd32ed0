import Foundation
import TimelineCore
import TimelineSync

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
        syncs.isEmpty ? failures.first { $0.code == SyncCommandError.notInvitedCode } : nil
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
