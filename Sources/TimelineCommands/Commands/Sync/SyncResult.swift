import TimelineCore
import TimelineSync

/// The combined result of all syncs with one place.
struct SyncResult: Encodable {
    /// The folder or address.
    let target: String
    /// The user of the other device, or `nil` for a folder.
    private(set) var user: User.ID?
    /// The username of that user, if the profile has arrived.
    var username: String?
    /// The posts, comments, likes and other changes received and sent.
    private(set) var received = RecordTally()
    private(set) var sent = RecordTally()
    private(set) var recordsReceived = 0
    private(set) var recordsSent = 0
    private(set) var recordsRejected = 0
    /// The number of records left out because their posts are older than the user's limit.
    private(set) var recordsTooOld = 0
    /// The number of full-size pictures removed afterwards to keep within the limit.
    private(set) var removedPictures = 0
    private(set) var removedBytes: UInt64 = 0
    private(set) var recordsFromFuture = 0
    private(set) var recordsInvalid = 0
    private(set) var photosReceived = 0
    /// The number of photo files written to a folder, or `nil` for a device.
    private(set) var photosSent: Int?
    /// The number of bytes of photo files that arrived.
    private(set) var photoBytesReceived: UInt64 = 0
    /// The number of all bytes received, or `nil` for a folder.
    private(set) var bytesReceived: Int?
    /// The number of all bytes sent, or `nil` for a folder.
    private(set) var bytesSent: Int?
    /// The number of pictures that have not arrived from anywhere.
    private(set) var missingPhotos = 0
    private(set) var missingBytes: UInt64 = 0
    private(set) var isEqual = false
    private(set) var isBudgetReached = false
    private(set) var needsAnotherSync = false
    /// The other clock minus this one, in seconds, if they differ by more than two minutes.
    private(set) var clockDifference: Double?
    /// Whose clock is wrong, if any.
    private(set) var clock: ClockView?
    /// The names of the other users whose clocks are wrong.
    private var clockNames: [User.ID: String] = [:]
    /// The paths of damaged files within a folder.
    private(set) var damagedFiles: [String] = []
    /// The paths of those damaged files that this device has replaced.
    private(set) var repairedFiles: [String] = []
    private(set) var isKeyUsedElsewhere = false

    /// The pictures that have not arrived, as sentences, one for each reason.
    private var missing: [String] = []
    /// The place as it appears in sentences.
    let shown: String

    private enum CodingKeys: CodingKey {
        case target, user, username, received, sent, recordsReceived, recordsSent
        case recordsRejected, recordsTooOld, removedPictures, removedBytes
        case recordsFromFuture, recordsInvalid, photosReceived, photosSent, photoBytesReceived
        case bytesReceived, bytesSent, missingPhotos, missingBytes, isEqual, isBudgetReached
        case needsAnotherSync, clockDifference, clock
        case damagedFiles, repairedFiles, isKeyUsedElsewhere
    }

    init(_ target: SyncTarget, shown: String) {
        self.target = target.text
        self.shown = shown
    }

    /// Creates the result for a device that connected to this one.
    init(someone: String) {
        target = someone
        shown = someone
    }

    /// Returns the result completed with the number of missing photos and the username of the other
    /// device's user.
    func completed(in store: OpenStore, _ sync: StoreSync) async throws -> SyncResult {
        var result = self
        let status = try await sync.status()
        result.missingPhotos = status.missingPictureCount
        result.missingBytes = status.missingBytes
        result.missing = status.missingPictures.map(\.sentence)
        for user in clock?.users ?? [] where user != sync.user {
            do {
                let username = try await store.guest.profile(of: user).user.username
                result.clockNames[user] = SyncText.user(username)
            } catch TimelineError.userNotFound {
                let name = status.peers.lazy.filter { $0.user == user }.compactMap(\.name).first
                result.clockNames[user] = name.map(SyncText.user) ?? SyncText.unknownUser
            }
        }
        guard let user, user != sync.user else { return result }
        do {
            result.username = try await store.guest.profile(of: user).user.username
        } catch TimelineError.userNotFound {
            // A device can sync before the profile of its user has arrived.
        }
        return result
    }

    /// Adds the results of one sync.
    mutating func add(_ report: SyncReport, progress: SyncProgress) {
        user = report.peer ?? user
        received += report.received
        sent += report.sent
        recordsReceived += report.recordsReceived
        recordsSent += report.recordsSent
        recordsRejected += report.recordsRejected
        recordsTooOld += report.recordsTooOld
        removedPictures += report.removedPictures.count
        removedBytes += report.removedPictures.byteCount
        recordsFromFuture = report.recordsFromFuture
        recordsInvalid += report.recordsInvalid
        photosReceived += report.blobsReceived
        if let count = report.blobsSent { photosSent = (photosSent ?? 0) + count }
        photoBytesReceived += progress.blobBytes
        if let count = report.bytesReceived { bytesReceived = (bytesReceived ?? 0) + count }
        if let count = report.bytesSent { bytesSent = (bytesSent ?? 0) + count }
        isEqual = report.isEqual
        isBudgetReached = report.isBudgetReached
        needsAnotherSync = report.needsAnotherSync
        clockDifference = report.clockDifference
        clock = report.clock.map { ClockView($0) }
        repairedFiles = Set(repairedFiles + report.repairedFiles).sorted()
        damagedFiles = Set(report.damagedFiles + repairedFiles).sorted()
        isKeyUsedElsewhere = report.isKeyUsedElsewhere
    }

    /// Whether nothing was sent or received, because both sides were already equal.
    var isUnchanged: Bool {
        isEqual && recordsReceived + recordsSent + photosReceived + (photosSent ?? 0) == 0
    }
}

extension SyncResult {
    /// The maximum number of damaged files to show on a terminal.
    private static let damagedFileLimit = 20

    /// Formats the result, along with warnings and steps for the user to take.
    func lines(in layout: TextLayout) -> [String] {
        layout.paragraph(([summary] + notes).joined(separator: " ")) + warnings(in: layout)
    }

    private var summary: String {
        let name = username.map { self.name(of: $0) } ?? shown
        guard !isUnchanged else { return SyncText.unchanged(name) }
        let received = SyncText.received(
            received,
            photos: photosReceived,
            photoBytes: photoBytesReceived
        )
        let sent = SyncText.sent(sent, photos: photosSent, bytes: bytesSent)
        return SyncText.summary(name, received: received, sent: sent)
    }

    /// Returns the username, followed by the place if the user typed it.
    private func name(of username: String) -> String {
        shown == SyncText.someone
            ? SyncText.user(username) : SyncText.user(username, at: shown)
    }

    private var notes: [String] {
        var notes: [String] = []
        if needsAnotherSync {
            notes.append(SyncText.again)
        } else if isEqual, !isUnchanged {
            notes.append(SyncText.equalNow)
        }
        if isBudgetReached { notes.append(SyncText.budgetReached) }
        if recordsRejected > 0 { notes.append(SyncText.rejected(recordsRejected)) }
        if recordsTooOld > 0 { notes.append(SyncText.tooOld(recordsTooOld)) }
        if removedPictures > 0 {
            notes.append(SyncText.removed(removedPictures, bytes: removedBytes))
        }
        if recordsFromFuture > 0 { notes.append(SyncText.fromFuture(recordsFromFuture)) }
        if recordsInvalid > 0 { notes.append(SyncText.invalid(recordsInvalid)) }
        return notes
    }

    private func warnings(in layout: TextLayout) -> [String] {
        var lines: [String] = []
        lines += missing.flatMap { layout.paragraph(SyncText.isMissing($0)) }
        if let clock { lines += layout.paragraph(clock.verdict.sentence { clockNames[$0] }) }
        let remaining = damagedFiles.filter { !repairedFiles.contains($0) }
        for (files, sentence) in [
            (remaining, SyncText.damaged), (repairedFiles, SyncText.repaired),
        ] where !files.isEmpty {
            lines += layout.paragraph(sentence)
            let limit = layout.isTerminal ? Self.damagedFileLimit : .max
            lines += files.prefix(limit).flatMap { layout.listed($0, indent: 2) }
            let rest = files.count - limit
            if rest > 0 { lines.append("  " + SyncText.moreDamaged(rest)) }
        }
        if isKeyUsedElsewhere { lines += layout.paragraph(SyncText.keyUsedElsewhere) }
        return lines
    }
}

/// Whose clock is wrong, as shown in the output of `timeline sync` and `timeline sync status`.
struct ClockView: Encodable {
    /// Whose clock is wrong.
    enum Owner: String, Encodable {
        case own, peers, unknown
    }

    let isWrong: Owner
    /// The other clock minus this one, in seconds.
    let difference: Double
    /// The users of the devices whose clocks are wrong, if they are known.
    let users: [User.ID]

    let verdict: ClockVerdict

    private enum CodingKeys: CodingKey {
        case isWrong, difference, users
    }

    init(_ verdict: ClockVerdict) {
        self.verdict = verdict
        isWrong =
            switch verdict {
            case .own: .own
            case .peers: .peers
            case .unknown: .unknown
            }
        difference = verdict.difference
        users = verdict.users
    }
}
