import Foundation
import TimelineCore
public import TimelineRecords
import TimelineSync

extension StoreSync {
    /// Returns the sync state: peers, missing data and limits.
    ///
    /// - Throws: A `TimelineError`.
    public func status() async throws -> SyncStatus {
        try await settleBlocks()
        let partials = PartialBlobs(folder: partials)
        return try await read { social, accounts in
            let keys = try requireKeys(accounts)
            let followed = try social.usersFollowed(by: record).sorted()
            let users = try accounts.keyedUsers()
            let limits = try accounts.storageLimits()
            let requests = try accounts.photoRequests(at: now)
            let rejections = try accounts.rejections()
            var excess: [BlobHash: UInt64] = [:]
            var missing: [BlobHash: UInt64] = [:]
            for want in try accounts.states(StoredWant.self, withPrefix: StateKey.wantedBlobs)
            where try social.containsRecord(want.value.record) {
                if want.value.isExcess(limits, users: users, requests) {
                    excess[want.value.blob] = want.value.byteCount
                } else {
                    missing[want.value.blob] = want.value.byteCount
                }
            }
            let received = missing.keys.reduce(UInt64(0)) { $0 + partials.byteCount(of: $1) }
            let total = missing.values.reduce(0, +)
            return SyncStatus(
                peers: try accounts.peers(of: user, device: keys.device.id, social),
                missingUsers: try followed.filter { try social.introductions(of: [$0]).isEmpty }
                    .map { User.ID($0) },
                pendingReplies: try social.pendingReplyCount(),
                missingBlobs: missing.count,
                missingBytes: total - min(total, received),
                rejectedRecords: rejections.count { $0.reason != .tooOld },
                oldestPost: limits.oldestPost.map { Date(milliseconds: $0) },
                recordsTooOld: rejections.count { $0.reason == .tooOld },
                pictureLimit: limits.pictureBytes,
                excessPictures: excess.count,
                excessBytes: excess.values.reduce(0, +),
                needsNewKey: try accounts.isDeviceKey(of: user, marked: .reused)
                    || accounts.isDeviceKey(of: user, marked: .ended)
                    || social.isEnded(keys.device.id, of: user.recordID),
                isIdentityExported: keys.isExported
            )
        }
    }

    /// Returns the user's devices, oldest first.
    ///
    /// - Throws: A `TimelineError`.
    public func devices() async throws -> [SyncDevice] {
        try await read { social, accounts in
            let own = try requireKeys(accounts).device.id
            return try social.devices(of: record)
                .map { device in
                    let name = try accounts.privateValue(
                        forKey: StateKey.deviceName(of: device.id, by: record)
                    )
                    return SyncDevice(
                        id: device.id,
                        name: name.map { String(decoding: $0, as: UTF8.self) },
                        addedAt: Date(milliseconds: device.added.milliseconds),
                        endedAt: device.last.map { Date(milliseconds: $0.milliseconds) },
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

    /// Deletes partially received pictures that are no longer wanted.
    ///
    /// - Throws: A `TimelineError`.
    public func removeObsoleteParts() async throws {
        try await runBlocking { try removeUnwantedParts() }
    }

    /// Deletes partially received pictures that are no longer wanted.
    ///
    /// This call blocks.
    func removeUnwantedParts() throws {
        try PartialBlobs(folder: partials)
            .removeAll { blob in
                try engine.syncedRepository.read { social, accounts in
                    try accounts.wants(of: blob.hash)
                        .contains { try social.containsRecord($0.record) }
                }
            }
    }
}
