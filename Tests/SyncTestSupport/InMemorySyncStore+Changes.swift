package import TimelineCore
@testable package import TimelineSync

extension InMemorySyncStore {
    /// Adds records by the user of this device, without applying any limit.
    package func add(_ records: [VerifiedRecord]) throws(SyncError) {
        _ = try commit(SyncBatch(accepted: records))
    }

    /// Adds a public blob.
    package func add(blob: [UInt8], hash: BlobID) throws(SyncError) {
        try beforeChange()
        blobs[hash] = blob
    }

    /// Blocks or unblocks a user.
    ///
    /// After unblocking, the next review removes the rejections of the user's records.
    package func setBlocked(_ isBlocked: Bool, _ user: User.ID) throws(SyncError) {
        try beforeChange()
        if isBlocked {
            blocked.insert(user)
        } else {
            blocked.remove(user)
        }
        renewToken()
    }

    /// Removes all records of a scope.
    package func forget(_ scope: User.ID) throws(SyncError) {
        try beforeChange()
        live = live.filter { $0.value.scope != scope }
        rejections = rejections.filter { $0.value.source.scope != scope }
        firstSyncs[scope] = nil
        renewToken()
    }
}
