import ArgumentParser
import Foundation
import TimelineCore
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

/// The output of `timeline sync status`.
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
    /// The number of posts and edits that became void when this device was revoked.
    let drafts: Int
    /// The number of other changes that became void then, and are not kept.
    private let void: Int
    /// The date before which posts by others are left out, if any.
    let oldestPost: Date?
    let recordsTooOld: Int
    /// The maximum total size of full-size pictures by others, if limited.
    let pictureLimit: UInt64?
    let excessPictures: Int
    let excessBytes: UInt64

    /// The maximum number of damaged files to show.
    private static let damagedFileLimit = 20

    private let status: SyncStatus
    /// The user's home folder.
    private let home: String?

    private enum CodingKeys: CodingKey {
        case peers, missing, missingPhotos, missingBytes, rejectedRecords, rejected
        case clock, futureRecords, futureUntil, drafts, isIdentityExported, needsNewKey, oldestPost
        case recordsTooOld, void, pictureLimit, excessPictures, excessBytes
    }

    init(_ status: SyncStatus, in context: CommandContext) {
        self.status = status
        home = context.variables["HOME"]
        peers = status.peers.map { PeerView($0) }
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
        isIdentityExported = status.isIdentityExported
        needsNewKey = status.needsNewKey
        void = status.voidRecords.values.reduce(0, +)
        drafts = status.drafts
        oldestPost = status.oldestPost
        recordsTooOld = status.recordsTooOld
        pictureLimit = status.pictureLimit
        excessPictures = status.excessPictures
        excessBytes = status.excessBytes
    }

    func lines(in layout: TextLayout) -> [String] {
        let missing = status.missing(now: layout.now, in: layout.timeZone)
        return peerLines(in: layout) + [""]
            + (missing.isEmpty
                ? [SyncText.everythingIsHere]
                : [layout.style.bold(SyncText.missing)]
                    + missing.flatMap { layout.paragraph($0, indent: 2) })
            + (status.clockWarning.map { [""] + layout.paragraph($0) } ?? [])
            + (status.keyWarning.map { [""] + layout.paragraph($0) } ?? [])
            + (drafts > 0 ? [""] + layout.paragraph(DeviceText.drafts(drafts)) : [])
            + (DeviceText.void(status.voidRecords).map { [""] + layout.paragraph($0) } ?? [])
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
            + status.distinctPeers.flatMap { peer in
                layout.paragraph(status.title(of: peer, home: home), indent: 2)
                    + peer.states(now: layout.now, in: layout.timeZone)
                    .flatMap { layout.paragraph($0, indent: 4) }.map(layout.style.dim)
                    + Self.damagedLines(of: peer, in: layout)
            }
    }

    private func leftOut(in layout: TextLayout) -> [String] {
        let lines = status.leftOut(in: layout.timeZone)
        guard !lines.isEmpty else { return [] }
        return ["", layout.style.bold(SyncText.leftOutTitle)]
            + lines.flatMap { layout.paragraph($0, indent: 2) }
    }

    /// Formats the paths of the damaged files.
    private static func damagedLines(of peer: SyncPeer, in layout: TextLayout) -> [String] {
        [
            (peer.damagedFiles, SyncText.damagedFiles),
            (peer.repairedFiles, SyncText.repairedFiles),
        ]
        .filter { !$0.0.isEmpty }
        .flatMap { files, sentence in
            let rest = files.count - damagedFileLimit
            return layout.paragraph(sentence, indent: 4)
                + files.prefix(damagedFileLimit)
                .flatMap { layout.listed($0, indent: 6) }
                + (rest > 0 ? ["      " + SyncText.moreDamaged(rest)] : [])
        }
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
    let target: String?
    let name: String?
    let addedAt: Date
    let lastSync: Date?
    let lastEqual: Date?
    let isEqual: Bool
    /// What the peer has not been given, or `nil` if it has never synced.
    let unsent: RecordTally?
    let clockDifference: Double?
    let failure: String?
    /// The damaged files in a folder that this device could not replace.
    let damagedFiles: [String]
    let repairedFiles: [String]
    let isBudgetReached: Bool

    init(_ peer: SyncPeer) {
        id = peer.id
        device = peer.device?.description
        user = peer.user
        username = peer.username
        target = peer.target
        name = peer.name
        addedAt = peer.addedAt
        lastSync = peer.lastSync
        lastEqual = peer.lastEqual
        isEqual = peer.isEqual
        unsent = peer.unsent
        clockDifference = peer.clockDifference
        failure = peer.failure
        damagedFiles = peer.damagedFiles
        repairedFiles = peer.repairedFiles
        isBudgetReached = peer.isBudgetReached
    }
}

extension RejectionReason {
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
