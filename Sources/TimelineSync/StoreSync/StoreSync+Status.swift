import Foundation
public import TimelineCore

extension StoreSync {
    /// Returns the sync state: peers, missing data and limits.
    ///
    /// - Throws: A `TimelineError`.
    public func status() async throws -> SyncStatus {
        try await reviewRejections()
        let (partials, blobs) = (PartialBlobs(folder: partials), engine.syncedBlobs)
        let now = now
        return try await engine.read { social, accounts in
            let keys = try requireKeys(accounts)
            let followed = try social.usersFollowed(by: record).sorted()
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
                clock: try accounts.clockEvidence(for: record, at: now, social)?.verdict(),
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

    /// Returns the user's devices, oldest first.
    ///
    /// - Throws: A `TimelineError`.
    public func devices() async throws -> [SyncDevice] {
        try await engine.read { social, accounts in
            let own = try requireKeys(accounts).device.id
            let devices = try social.devices(of: record)
            return
                try devices.map { device in
                    SyncDevice(
                        id: device.id,
                        name: try accounts.name(of: device, among: devices, by: record),
                        addedAt: Date(milliseconds: device.added.milliseconds),
                        revokedAt: device.revoked.map { Date(milliseconds: $0.milliseconds) },
                        isThis: device.id == own
                    )
                }
        }
    }

    /// Sets the name of a device in this store, or removes it if `name` is `nil`.
    ///
    /// - Throws: A `TimelineError`.
    public func setName(_ name: String?, of device: KeyID) async throws {
        try await write { _, accounts in
            try accounts.setPrivateValue(
                name.map { Array($0.utf8) },
                forKey: StateKey.deviceName(of: device, by: record)
            )
        }
    }

    /// Finishes complete parts of pictures that a killed process has left, and deletes those that are
    /// no longer wanted.
    ///
    /// - Throws: A `TimelineError`.
    package func sweepParts() async throws {
        try await runBlocking { try makeStore().sweepParts() }
    }

    /// Opens the store for a sweep.
    func makeStore() throws -> RepositorySyncStore {
        try RepositorySyncStore(owner: owner, user: user, partialBlobs: partials)
    }
}
