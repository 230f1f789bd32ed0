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
    /// What has not arrived.
    let missing: MissingView
    /// The number of pictures that have not arrived.
    let missingPhotos: Int
    let missingBytes: UInt64
    let rejectedRecords: Int
    /// Whose clock is wrong, if any.
    let clock: ClockView?
    /// The number of records that wait for their time, and the date of the last one.
    let futureRecords: Int
    let futureUntil: Date?
    /// The numbers of records that are not accepted, by reason.
    let rejected: [String: Int]
    let isIdentityExported: Bool
    /// Whether the next login replaces the key of this device.
    let needsNewKey: Bool
    /// What the user has to do about the key, if anything.
    let keyText: String?
    /// The user of this store.
    private let user: User.ID
    /// The number of posts and edits that became void when this device was revoked.
    let drafts: Int
    /// What else became void then, if anything.
    private let voidText: String?
    /// The number of these changes, which are not kept.
    private let void: Int
    /// The date before which posts by others are left out, if any.
    let oldestPost: Date?
    let recordsTooOld: Int
    /// The maximum total size of full-size pictures by others, if limited.
    let pictureLimit: UInt64?
    let excessPictures: Int
    let excessBytes: UInt64

    /// The missing pictures and the rejections in the form of sentences.
    private let missingSentences: [String]

    private enum CodingKeys: CodingKey {
        case peers, missing, missingPhotos, missingBytes, rejectedRecords, rejected
        case clock, futureRecords, futureUntil, drafts, isIdentityExported, needsNewKey, oldestPost
        case recordsTooOld, void, pictureLimit, excessPictures, excessBytes
    }

    init(_ status: SyncStatus, in context: CommandContext) {
        user = status.user
        peers = status.peers.map { peer in
            PeerView(
                peer,
                isOwn: peer.user == status.user,
                shown: peer.place.map(context.abbreviated)
            )
        }
        missing = MissingView(status)
        missingPhotos = status.missingPictureCount
        missingBytes = status.missingBytes
        rejectedRecords = status.rejectedRecords
        clock = status.clock.map { ClockView($0) }
        futureRecords = status.futureRecords
        futureUntil = status.futureUntil
        rejected = Dictionary(
            status.rejections.map { ($0.key.code, $0.value) },
            uniquingKeysWith: +
        )
        let isMinimum = status.rejectedRecords >= SessionLimits.rejections
        missingSentences =
            status.missingPictures.map { SyncText.missingPictures($0) }
            + RejectedRecord.Reason.allCases.compactMap { reason in
                status.rejections[reason]
                    .flatMap { SyncText.rejected(reason, $0, isMinimum: isMinimum) }
            }
        isIdentityExported = status.isIdentityExported
        needsNewKey = status.needsNewKey
        keyText =
            needsNewKey ? SyncText.needsNewKey(isRevoked: status.isRevoked) : nil
        void = status.voidRecords.values.reduce(0, +)
        voidText = DeviceText.void(status.voidRecords)
        drafts = status.drafts
        oldestPost = status.oldestPost
        recordsTooOld = status.recordsTooOld
        pictureLimit = status.pictureLimit
        excessPictures = status.excessPictures
        excessBytes = status.excessBytes
    }

    func lines(in layout: TextLayout) -> [String] {
        let missing = missingLines(now: layout.now, in: layout.timeZone)
        return peerLines(in: layout) + [""]
            + (missing.isEmpty
                ? [SyncText.everythingIsHere]
                : [layout.style.bold(SyncText.missing)]
                    + missing.flatMap { layout.paragraph($0, indent: 2) })
            + (clockText.map { [""] + layout.paragraph($0) } ?? [])
            + (keyText.map { [""] + layout.paragraph($0) } ?? [])
            + (drafts > 0 ? [""] + layout.paragraph(DeviceText.drafts(drafts)) : [])
            + (voidText.map { [""] + layout.paragraph($0) } ?? [])
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
                    + peer.states(now: layout.now, in: layout.timeZone)
                    .flatMap { layout.paragraph($0, indent: 4) }.map(layout.style.dim)
                    + peer.damagedLines(in: layout)
            }
    }

    /// The peers without redundant entries.
    var shownPeers: [PeerView] { peers.filter { !$0.isRepeated(in: peers) } }

    /// Whose clock is wrong, and what to do.
    var clockText: String? {
        clock.map { clock in
            clock.text { user in
                guard user != self.user else { return nil }
                return name(of: user)
            }
        }
    }

    private func name(of user: User.ID) -> String {
        peers.lazy.filter { $0.user == user }.compactMap(\.named).first ?? SyncText.unknownUser
    }

    /// Returns the missing data, each with its reason.
    func missingLines(now: Date, in timeZone: TimeZone) -> [String] {
        var lines = missing.users.map { SyncText.missingUser(name(of: $0)) }
        if missing.replies > 0 { lines.append(SyncText.pendingReplies(missing.replies)) }
        lines += missingSentences
        if let futureUntil {
            let date = timeOrDate(of: futureUntil, now: now, in: timeZone)
            lines.append(SyncText.futureRecords(futureRecords, until: date))
        }
        return lines
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

/// What has not arrived, as encoded in the output.
struct MissingView: Encodable {
    /// Pictures that have not arrived, for one reason.
    struct Pictures: Encodable {
        let reason: String
        let count: Int
        let bytes: UInt64
    }

    let pictures: [Pictures]
    /// The number of likes and comments on posts that have not arrived.
    let replies: Int
    /// The IDs of the followed users without any record in this store.
    let users: [User.ID]

    init(_ status: SyncStatus) {
        pictures = status.missingPictures.map {
            Pictures(reason: $0.reason.rawValue, count: $0.count, bytes: $0.byteCount)
        }
        (replies, users) = (status.pendingReplies, status.missingUsers)
    }
}

/// A peer, as shown in the output.
struct PeerView: Encodable {
    let id: String
    /// The ID of the device, if known.
    let device: String?
    let user: User.ID?
    let username: String?
    let place: String?
    let name: String?
    let addedAt: Date
    let lastSync: Date?
    let lastEqual: Date?
    let isEqual: Bool
    /// What the peer has not been given, or `nil` if it has never synced.
    let unsent: TallyView?
    let clockDifference: Double?
    let failure: String?
    /// The damaged files in a folder that this device could not replace.
    let damagedFiles: [String]
    let repairedFiles: [String]
    let isBudgetReached: Bool

    /// Whether it is another device of the user of this store.
    private let isOwn: Bool
    /// The place as it appears in sentences.
    private let shown: String?

    /// The maximum number of damaged files to show.
    private static let damagedFileLimit = 20

    private enum CodingKeys: CodingKey {
        case id, user, username, place, name, addedAt, lastSync, lastEqual, isEqual, unsent
        case clockDifference, failure, damagedFiles, repairedFiles, isBudgetReached, device
    }

    init(_ peer: SyncPeer, isOwn: Bool, shown: String?) {
        self.isOwn = isOwn
        self.shown = shown
        id = peer.id
        device = peer.device?.description
        user = peer.user
        username = peer.username
        place = peer.place
        name = peer.name
        addedAt = peer.addedAt
        lastSync = peer.lastSync
        lastEqual = peer.lastEqual
        isEqual = peer.isEqual
        unsent = peer.unsent.map { TallyView(tally: $0) }
        clockDifference = peer.clockDifference
        failure = peer.failure
        damagedFiles = peer.damagedFiles
        repairedFiles = peer.repairedFiles
        isBudgetReached = peer.isBudgetReached
    }

    /// The username or name of the peer, or the name or ID of an own device, if known.
    var named: String? {
        isOwn
            ? (name ?? device).map { SyncText.ownDevice($0) } ?? SyncText.ownDevice
            : (username ?? name).map { SyncText.user($0) }
    }

    /// Returns whether it has never synced, and a different entry for the same user has a place or
    /// has synced.
    func isRepeated(in peers: [PeerView]) -> Bool {
        place == nil && lastSync == nil
            && peers.contains { $0.user == user && ($0.place != nil || $0.lastSync != nil) }
    }

    /// The name and place of the peer.
    var title: String {
        let parts = [named ?? (place == nil ? SyncText.invitedUser : nil), shown]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    /// Returns the failure of the last sync, what the peer has not been given, when both were last
    /// equal, and whether the clocks differ.
    func states(now: Date, in timeZone: TimeZone) -> [String] {
        func age(_ date: Date) -> String { relativeTime(of: date, now: now, in: timeZone) }
        guard let lastSync else { return [place == nil ? SyncText.noPlace : SyncText.never] }
        let equal = lastEqual.map(age)
        var states: [String] = []
        if let failure {
            let reason = SyncErrorText.reason(failure)
            states.append(SyncText.failed(age(lastSync), reason: reason, lastEqual: equal))
        }
        if let unsent = unsent?.tally, unsent.total > 0 {
            states.append(SyncText.unsent(unsent, lastEqual: failure == nil ? equal : nil))
        }
        if isBudgetReached { states.append(SyncText.budgetLeftOut) }
        if states.isEmpty {
            states.append(
                isEqual
                    ? SyncText.equal(age(lastSync)) : SyncText.notEqual(lastSync: age(lastSync))
            )
        }
        if let clockDifference {
            let span = clockSpanText(clockDifference)
            states.append(SyncText.clockDifference(span, isPeerAhead: clockDifference > 0))
        }
        return states
    }

    /// Formats the paths of the damaged files.
    func damagedLines(in layout: TextLayout) -> [String] {
        [(damagedFiles, SyncText.damagedFiles), (repairedFiles, SyncText.repairedFiles)]
            .filter { !$0.0.isEmpty }
            .flatMap { files, sentence in
                let rest = files.count - Self.damagedFileLimit
                return layout.paragraph(sentence, indent: 4)
                    + files.prefix(Self.damagedFileLimit)
                    .flatMap { layout.listed($0, indent: 6) }
                    + (rest > 0 ? ["      " + SyncText.moreDamaged(rest)] : [])
            }
    }
}

extension RejectedRecord.Reason {
    /// The stable name of the reason, in kebab case.
    fileprivate var code: String {
        switch self {
        case .blocked: "blocked"
        case .limit: "limit"
        case .tooOld: "too-old"
        case .notHeld: "not-held"
        case .unusable: "unusable"
        }
    }
}
