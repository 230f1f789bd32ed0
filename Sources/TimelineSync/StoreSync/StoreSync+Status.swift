public import Foundation
public import TimelineCore

extension StoreSync {
    /// Returns the sync state: peers, missing data and limits.
    ///
    /// - Throws: A `TimelineError`.
    public func status() async throws -> SyncStatus {
        try await reviewRejections()
        let (partials, blobs) = (PartialBlobs(folder: partials), engine.syncedBlobs)
        let now = now
        return try await engine.readAtLength { social, accounts in
            let keys = try requireKeys(accounts)
            let followed = try social.usersFollowed(by: user).sorted()
            let limits = try accounts.storageLimits()
            let rejections = try accounts.rejectionCounts(by: nil)
            let missing = try social.missingBlobs(at: now, accounts, blobs)
            let authors = missing.filter { $0.reason == .notReceived }.map(\.reference.author)
            let pictures = missing.pictures(
                beyondBudgetOf: try accounts.authorsBeyondBudget(
                    among: Set(authors),
                    of: user,
                    device: keys.device.id,
                    social
                ),
                receivedByteCount: partials.byteCount(of:)
            )
            let future = try accounts.futureRecords(of: keys.device.id, at: now, social)
            return SyncStatus(
                user: user,
                peers: try accounts.peerStates(of: user, device: keys.device.id, social),
                missingUsers: try followed.filter { try social.introductions(of: [$0]).isEmpty },
                pendingReplies: try social.pendingReplyCount(),
                missingPictures: pictures.missing,
                rejections: rejections.filter { $0.key != .tooOld },
                oldestPost: limits.oldestPost.map { Date(milliseconds: $0) },
                recordsTooOld: rejections[.tooOld] ?? 0,
                pictureLimit: limits.pictureBytes,
                excessPictures: pictures.excess.count,
                excessBytes: pictures.excess.byteCount,
                clock: try accounts.clockEvidence(for: user, at: now, social)?.verdict(),
                futureRecords: future.count,
                futureUntil: future.map(\.milliseconds).max().map { Date(milliseconds: $0) },
                isKeyReused: try accounts.isDeviceKey(of: user, marked: .reused),
                isRevoked: try accounts.isDeviceKey(of: user, marked: .revoked)
                    || social.isRevoked(keys.device.id, of: user),
                drafts: try accounts.drafts(of: user, social).count { $0.effect != .nothing },
                voidRecords: try accounts.voidRecords(of: user, social),
                isIdentityExported: keys.isExported
            )
        }
    }

    /// Finishes complete parts of pictures that a killed process has left, and deletes those that are
    /// no longer wanted.
    package func sweepParts() async throws {
        try await runBlocking { try makeStore().sweepParts() }
    }

    /// Opens the store for a sweep.
    func makeStore() throws -> RepositorySyncStore {
        try RepositorySyncStore(owner: owner, user: user, partialBlobs: partials)
    }
}

/// The state of sync for one user.
public struct SyncStatus: Hashable, Sendable {
    /// The user.
    public let user: User.ID
    /// The peers, in the order in which they were added, then devices that have only connected to
    /// this one, then the places at which every sync has failed so far.
    public let peers: [SyncPeer]
    /// The followed users without any record in this store.
    public let missingUsers: [User.ID]
    /// The number of likes and comments on posts that have not arrived.
    public let pendingReplies: Int
    /// The pictures that have not arrived, by reason.
    public let missingPictures: [MissingPictures]
    /// The numbers of records that are not accepted, by reason, except those older than
    /// ``oldestPost``.
    ///
    /// The store counts at most 50,000 of them, see `SessionLimits.rejections`.
    public let rejections: [RejectionReason: Int]
    /// The date before which posts by others are left out, or `nil` if none are.
    public let oldestPost: Date?
    /// The number of records left out because their posts are older than ``oldestPost``.
    public let recordsTooOld: Int
    /// The maximum total size of full-size pictures by others, in bytes, or `nil` for no limit.
    public let pictureLimit: UInt64?
    /// The number of full-size pictures left out or removed because of this limit.
    public let excessPictures: Int
    /// The size of these pictures in bytes.
    public let excessBytes: UInt64
    /// Whose clock is wrong, or `nil` if all agree.
    public let clock: ClockVerdict?
    /// The number of records that other devices have offered and that will be accepted later,
    /// because they are dated in the future.
    public let futureRecords: Int
    /// The date of the last of these records.
    public let futureUntil: Date?
    /// Whether another device uses this device's key.
    public let isKeyReused: Bool
    /// Whether this device has been revoked.
    public let isRevoked: Bool
    /// The number of posts and edits that became void when this device was revoked, and that the
    /// user can sign again.
    public let drafts: Int
    /// The numbers of other records that became void at the same time, by kind.
    public let voidRecords: [RecordKind: Int]
    /// Whether the user has exported their identity.
    ///
    /// If not, remind the user: without a copy, a forgotten password or a lost device ends the
    /// identity.
    public let isIdentityExported: Bool

    /// Whether the next login replaces this device's key.
    public var needsNewKey: Bool { isKeyReused || isRevoked }
    /// The number of pictures that have not arrived.
    public var missingPictureCount: Int { missingPictures.reduce(0) { $0 + $1.count } }
    /// The number of bytes of these pictures that have not arrived.
    public var missingBytes: UInt64 { missingPictures.reduce(0) { $0 + $1.byteCount } }
    /// The number of records that are not accepted, except those older than ``oldestPost``.
    public var rejectedRecords: Int { rejections.values.reduce(0, +) }
}

extension StoreSync {
    /// The maximum number of damaged files that ``status()`` lists for a folder.
    private static let damagedFileLimit = 100

    /// Notes that a sync with a folder or address has succeeded, for ``status()``.
    ///
    /// - Parameters:
    ///   - target: The path of the folder or the address.
    ///   - report: The report of the sync.
    /// - Throws: A `TimelineError`.
    package func noteSync(at target: String, _ report: SyncReport) async throws {
        let damaged = report.damagedFiles.filter { !report.repairedFiles.contains($0) }
        try await noteAttempt(at: target) { former in
            StoredAttempt(
                target: target,
                milliseconds: now,
                failure: damaged.isEmpty ? nil : SyncError.damagedPack.code,
                damagedFiles: Array(damaged.prefix(Self.damagedFileLimit)),
                repairedFiles: Array(report.repairedFiles.prefix(Self.damagedFileLimit)),
                device: report.peerDevice ?? former?.device
            )
        }
    }

    /// Notes that a sync with a folder or address has failed, for ``status()``.
    ///
    /// Call this method after each failed sync, because most failures occur before the other device
    /// is known: nobody answers, another device does, or the folder is missing.
    ///
    /// - Parameters:
    ///   - code: A stable code for the error, in kebab case.
    ///   - target: The path of the folder or the address.
    ///   - device: The device that has answered there, if known; see ``SyncProgress/device``.
    /// - Throws: A `TimelineError`.
    package func noteFailure(
        _ code: String,
        at target: String,
        by device: KeyID? = nil
    ) async throws {
        try await noteAttempt(at: target) { former in
            StoredAttempt(
                target: target,
                milliseconds: now,
                failure: code,
                device: device ?? former?.device
            )
        }
    }

    /// Deletes what is noted about syncs with a folder or address.
    ///
    /// - Parameter target: The path of the folder or the address.
    /// - Returns: Whether anything was noted.
    /// - Throws: A `TimelineError`.
    @discardableResult
    package func forgetAttempts(at target: String) async throws -> Bool {
        try await write { _, accounts in
            let key = StateKey.attempt(at: target, on: try requireKeys(accounts).device.id)
            guard try accounts.privateValue(forKey: key) != nil else { return false }
            try accounts.setPrivateValue(nil, forKey: key)
            return true
        }
    }

    private func noteAttempt(
        at target: String,
        _ attempt: @escaping @Sendable (StoredAttempt?) -> StoredAttempt
    ) async throws {
        try await write { _, accounts in
            let key = StateKey.attempt(at: target, on: try requireKeys(accounts).device.id)
            let former = try accounts.state(StoredAttempt.self, forKey: key)
            try accounts.setState(attempt(former), forKey: key)
        }
    }
}
