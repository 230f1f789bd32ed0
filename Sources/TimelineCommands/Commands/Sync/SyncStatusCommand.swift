import ArgumentParser
import Foundation
import TimelineCore
import TimelineDevices
import TimelineSync

struct SyncStatusCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: SyncHelp.Status.abstract
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let view = StatusView(try await store.sync().status(), in: context)
        try store.output.show(view, hint: view.nextSteps) { view.lines(in: $0) }
    }
}

/// The output of `timeline sync status`, parts of which also appear on the settings page.
struct StatusView: Encodable {
    let peers: [PeerView]
    /// The IDs of the followed users without any record in this store.
    let missingUsers: [User.ID]
    let pendingReplies: Int
    let missingPhotos: Int
    let missingBytes: UInt64
    let rejectedRecords: Int
    /// Whose clock is wrong, if any.
    let clock: ClockView?
    /// The number of records that wait for their time, and the date of the last one.
    let futureRecords: Int
    let futureUntil: Date?
    let isIdentityExported: Bool
    /// Whether the next login replaces the key of this device.
    let needsNewKey: Bool
    /// The user of this store.
    private let user: User.ID
    /// The number of posts that became void when this device was revoked.
    let drafts: Int
    /// The date before which posts by others are left out, if any.
    let oldestPost: Date?
    let recordsTooOld: Int
    /// The maximum total size of full-size pictures by others, if limited.
    let pictureLimit: UInt64?
    let excessPictures: Int
    let excessBytes: UInt64

    private enum CodingKeys: CodingKey {
        case peers, missingUsers, pendingReplies, missingPhotos, missingBytes, rejectedRecords
        case clock, futureRecords, futureUntil, isIdentityExported, needsNewKey, oldestPost
        case recordsTooOld, pictureLimit, excessPictures, excessBytes
    }

    init(_ status: SyncStatus, in context: CommandContext) {
        user = status.user
        peers = status.peers.map { PeerView($0, shown: $0.place.map(context.abbreviated)) }
        missingUsers = status.missingUsers
        pendingReplies = status.pendingReplies
        missingPhotos = status.missingBlobs
        missingBytes = status.missingBytes
        rejectedRecords = status.rejectedRecords
        clock = status.clock.map { ClockView($0) }
        futureRecords = status.futureRecords
        futureUntil = status.futureUntil
        isIdentityExported = status.isIdentityExported
        needsNewKey = status.needsNewKey
        drafts = status.drafts
        oldestPost = status.oldestPost
        recordsTooOld = status.recordsTooOld
        pictureLimit = status.pictureLimit
        excessPictures = status.excessPictures
        excessBytes = status.excessBytes
    }

    func lines(in layout: TextLayout) -> [String] {
        let missing = missing(in: layout.timeZone)
        return peerLines(in: layout) + [""]
            + (missing.isEmpty
                ? [SyncText.everythingIsHere]
                : [layout.style.bold(SyncText.missing)]
                    + missing.flatMap { layout.paragraph($0, indent: 2) })
            + (clockText.map { [""] + layout.paragraph($0) } ?? [])
            + (needsNewKey ? [""] + layout.paragraph(SyncText.needsNewKey) : [])
            + (drafts > 0 ? [""] + layout.paragraph(DeviceText.drafts(drafts)) : [])
            + leftOut(in: layout)
            + (isIdentityExported ? [] : [""] + layout.paragraph(SyncText.exportReminder))
    }

    /// Formats the commands to run next.
    func nextSteps(in layout: TextLayout) -> [String] {
        (peers.isEmpty ? [""] + layout.firstSyncSteps() : [])
            + (isIdentityExported
                ? []
                : [layout.suggestion(["identity", "export", "FILE"], hint: SyncText.exportHint)])
    }

    private func peerLines(in layout: TextLayout) -> [String] {
        guard !peers.isEmpty else { return layout.paragraph(SyncText.noPeers) }
        return [layout.style.bold(SyncText.peers)]
            + shownPeers.flatMap { peer in
                layout.paragraph(peer.title, indent: 2)
                    + layout.paragraph(peer.state(now: layout.now, in: layout.timeZone), indent: 4)
                    .map(layout.style.dim)
            }
    }

    /// The peers without redundant entries.
    var shownPeers: [PeerView] { peers.filter { !$0.isRepeated(in: peers) } }

    /// Whose clock is wrong, and what to do.
    var clockText: String? {
        clock.map { clock in
            clock.text { user in
                guard user != self.user else { return nil }
                return peers.first { $0.user == user }?.named ?? user.description
            }
        }
    }

    /// Returns the missing data, each with its reason.
    func missing(in timeZone: TimeZone) -> [String] {
        var missing = missingUsers.map { user in
            let peer = peers.first { $0.user == user }
            return SyncText.missingUser(peer?.named ?? user.description)
        }
        if missingPhotos > 0 {
            missing.append(SyncText.missingPhotos(missingPhotos, bytes: missingBytes))
        }
        if pendingReplies > 0 { missing.append(SyncText.pendingReplies(pendingReplies)) }
        if rejectedRecords > 0 {
            let isMinimum = rejectedRecords >= SessionLimits.rejections
            missing.append(SyncText.rejectedRecords(rejectedRecords, isMinimum: isMinimum))
        }
        if let futureUntil {
            let date = shortDate(of: futureUntil, in: timeZone)
            missing.append(SyncText.futureRecords(futureRecords, until: date))
        }
        return missing
    }

    /// Describes the data that the user has excluded from this store.
    func leftOut(in timeZone: TimeZone) -> [String] {
        var lines: [String] = []
        if let oldestPost {
            let date = shortDate(of: oldestPost, in: timeZone)
            lines.append(SyncText.leftOut(before: date, records: recordsTooOld))
        }
        if let pictureLimit {
            lines.append(
                SyncText.leftOut(excessPictures, bytes: excessBytes, limit: pictureLimit)
            )
        }
        return lines
    }

    private func leftOut(in layout: TextLayout) -> [String] {
        let lines = leftOut(in: layout.timeZone)
        guard !lines.isEmpty else { return [] }
        return ["", layout.style.bold(SyncText.leftOutTitle)]
            + lines.flatMap { layout.paragraph($0, indent: 2) }
    }
}

/// A peer, as shown in the output.
struct PeerView: Encodable {
    let id: String
    let user: User.ID?
    let username: String?
    let place: String?
    let name: String?
    let addedAt: Date
    let lastSync: Date?
    let lastEqual: Date?
    let clockDifference: Double?
    let failure: String?

    /// The place as it appears in sentences.
    private let shown: String?

    private enum CodingKeys: CodingKey {
        case id, user, username, place, name, addedAt, lastSync, lastEqual, clockDifference
        case failure
    }

    init(_ peer: SyncPeer, shown: String?) {
        self.shown = shown
        id = peer.id
        user = peer.user
        username = peer.username
        place = peer.place
        name = peer.name
        addedAt = peer.addedAt
        lastSync = peer.lastSync
        lastEqual = peer.lastEqual
        clockDifference = peer.clockDifference
        failure = peer.failure
    }

    /// The username or name of the peer, if known.
    var named: String? { (username ?? name).map { SyncText.user($0) } }

    /// Returns whether a different entry for the same user has a place.
    func isRepeated(in peers: [PeerView]) -> Bool {
        place == nil && peers.contains { $0.place != nil && $0.user == user }
    }

    /// The name and place of the peer.
    var title: String {
        let parts = [named ?? (place == nil ? user?.description : nil), shown]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    /// Returns when the peer and this store were last equal, or the failure of the last sync.
    func state(now: Date, in timeZone: TimeZone) -> String {
        func age(_ date: Date) -> String { relativeTime(of: date, now: now, in: timeZone) }
        guard let lastSync else { return place == nil ? SyncText.noPlace : SyncText.never }
        let last =
            if let failure {
                SyncText.failed(age(lastSync), reason: SyncErrorText.reason(failure))
            } else if let lastEqual {
                SyncText.equal(age(lastEqual))
            } else {
                SyncText.notEqual(lastSync: age(lastSync))
            }
        guard let clockDifference else { return last }
        let span = spanText(clockDifference.magnitude)
        return last + "; "
            + SyncText.clockDifference(span, isPeerAhead: clockDifference > 0)
    }
}
