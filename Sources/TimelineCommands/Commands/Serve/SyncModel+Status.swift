#if Server
import Foundation
import TimelineCore
import TimelineDevices
import TimelinePages

extension SyncModel {
    /// Creates the model of the settings page, with the same sentences as `timeline sync status`.
    init(_ status: SyncStatus, in context: CommandContext) {
        let view = StatusView(status, in: context)
        let (now, timeZone) = (context.environment.now(), context.timeZone)
        let lastSync = view.peers.compactMap(\.lastSync).max()
        let missing = view.missingLines(now: now, in: timeZone)
        self.init(
            peers: view.shownPeers.map { peer in
                Peer(
                    title: peer.title,
                    state: peer.states(now: now, in: timeZone).joined(separator: ". ")
                )
            },
            sentences: [
                lastSync.map { SyncText.lastSync(relativeTime(of: $0, now: now, in: timeZone)) }
            ]
            .compactMap(\.self)
                + (missing.isEmpty
                    ? [SyncText.everythingIsHere] : missing.map(SyncText.isMissing))
                + view.leftOut(in: timeZone),
            reminders: [view.clockText, view.keyText].compactMap(\.self)
                + (view.isIdentityExported ? [] : [SyncText.exportReminderWithCommand])
        )
    }
}
#endif
