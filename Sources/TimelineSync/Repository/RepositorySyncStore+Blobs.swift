import Foundation
package import TimelineCore

extension RepositorySyncStore {
    /// The missing blobs of a selection, valid until the live records change.
    struct MissingList {
        let selection: RecordSelection
        let token: [UInt8]
        /// The references to blobs that have not arrived since the list was made.
        var references: [BlobReference]
    }

    /// Returns the blobs that the live records of a selection reference and the store lacks.
    ///
    /// The limit per scope does not apply to the users of this store.
    package func wantedBlobs(
        of selection: RecordSelection,
        limit: Int
    ) throws(SyncError) -> [WantedBlob] {
        try missingBlobs(of: selection).prefix(limit)
            .map { reference in
                WantedBlob(
                    blob: reference.blob,
                    byteCount: reference.byteCount,
                    isPreview: reference.isFirstCopy
                )
            }
    }

    /// Returns the number of bytes of a wanted blob that have arrived, or `nil` if the store holds
    /// the blob now.
    package func receivedByteCount(of blob: BlobID) throws(SyncError) -> UInt64? {
        guard try translating({ try blobs.contains(blob) }) else {
            return partials.byteCount(of: blob)
        }
        removeFromMissing([blob])
        return nil
    }

    private func removeFromMissing(_ arrived: Set<BlobID>) {
        let ids = Set(arrived)
        state.withLock { $0.missing?.references.removeAll { ids.contains($0.blob) } }
    }

    /// Returns the missing blobs of a selection that sync requests.
    private func missingBlobs(
        of selection: RecordSelection
    ) throws(SyncError) -> [BlobReference] {
        let token = try reading { social, _ in try social.recordToken() }
        let last = state.withLock(\.missing)
        if let last, last.selection == selection, last.token == token {
            return last.references
        }
        let blobs = blobs
        let references = try translating {
            try repository.readAtLength { social, accounts in
                try social.missingBlobs(of: selection, at: now, accounts, held: blobs.contained)
                    .filter { $0.reason == .notReceived }.map(\.reference)
            }
        }
        let list = MissingList(selection: selection, token: token, references: references)
        state.withLock { $0.missing = list }
        return references
    }

    /// Returns the users that follow users of this store.
    package func followers() throws(SyncError) -> Set<User.ID> {
        try reading { social, accounts in try social.followers(of: accounts.keyedUsers()) }
    }

    /// Returns the public blobs that the store holds and live records of a selection reference, with
    /// their sizes in bytes.
    package func heldBlobs(of selection: RecordSelection) throws(SyncError) -> [BlobID: UInt64] {
        try translating {
            let referenced = try repository.read { social in
                Set(try social.blobReferences(of: selection).map(\.blob))
            }
            return try blobs.contained(among: referenced)
                .reduce(into: [:]) { held, blob in
                    held[blob] = try blobs.byteCount(of: blob).map { UInt64($0) }
                }
        }
    }

    /// Returns a part of a public blob that a live record of the selection references.
    ///
    /// It never returns any other blob, such as the original of a photo.
    package func readBlob(
        _ blob: BlobID,
        at offset: UInt64,
        count: Int,
        of selection: RecordSelection
    ) throws(SyncError) -> [UInt8]? {
        guard let content = try content(of: blob, in: selection), offset <= content.count else {
            return nil
        }
        return Array(content.dropFirst(Int(offset)).prefix(count))
    }

    /// Returns the whole bytes of a public blob, or `nil` if the store does not contain it or no
    /// record of the selection references it.
    private func content(
        of blob: BlobID,
        in selection: RecordSelection
    ) throws(SyncError) -> Data? {
        let id = blob
        if let last = state.withLock(\.lastBlob), last.id == id, last.selection == selection {
            return last.content
        }
        let isShared = try reading { social, _ in try social.shows(id, in: selection) }
        guard isShared else { return nil }
        return try translating {
            do {
                guard let content = try blobs.data(for: id) else { return nil }
                state.withLock { $0.lastBlob = (id, selection, content) }
                return content
            } catch TimelineError.storageFailed {
                // `doctor` reports damaged files; here, each of them is only missing.
                return nil
            }
        }
    }

    /// Appends bytes to a partial blob.
    package func appendBlob(
        _ blob: BlobID,
        at offset: UInt64,
        bytes: [UInt8],
        of byteCount: UInt64
    ) throws(SyncError) -> UInt64 {
        guard offset <= byteCount, UInt64(bytes.count) <= byteCount - offset else {
            return partials.byteCount(of: blob)
        }
        let end = try translating { try partials.append(bytes, to: blob, at: offset) }
        if end == offset + UInt64(bytes.count) {
            report { $0.blobBytes += UInt64(bytes.count) }
        }
        return end
    }

    /// Checks the hashes and the headers of complete partial blobs, and only then adds them.
    ///
    /// A blob that is not a picture is recorded as refused, so that it is not requested again.
    package func finishBlobs(_ candidates: [BlobID]) throws(SyncError) -> Set<BlobID> {
        guard !candidates.isEmpty else { return [] }
        return try translating {
            var (present, refused): (Set<BlobID>, [BlobID]) = ([], [])
            try engine.add(candidates) { blobs in
                try partials.locked { _ in
                    var new: [(id: BlobID, file: URL)] = []
                    for blob in candidates {
                        let id = blob
                        guard let content = try partials.content(of: blob) else {
                            // Another process may have finished it.
                            if try blobs.contains(id) { present.insert(blob) }
                            continue
                        }
                        if BlobID(of: content) == id {
                            // Any fault refuses it.
                            if (try? PictureFile(reading: content)) != nil {
                                new.append((id, partials.path(of: blob)))
                                continue
                            }
                            refused.append(blob)
                        }
                        try partials.remove(blob)
                    }
                    try blobs.adopt(new)
                    present.formUnion(new.map(\.id))
                }
            } writing: { _, accounts in
                let isLimited = try accounts.storageLimits().pictureBytes != nil
                for blob in present {
                    try accounts.setTime(nil, of: .absent, on: blob)
                    if !isLimited { try accounts.setTime(nil, of: .requested, on: blob) }
                }
                for blob in refused {
                    try accounts.setTime(nil, of: .absent, on: blob)
                    try accounts.setTime(now, of: .refused, on: blob)
                }
            }
            // The list may contain refused blobs.
            if !refused.isEmpty { state.withLock { $0.missing = nil } }
            removeFromMissing(present)
            report { $0.blobs += present.count }
            return present
        }
    }

    /// Moves complete parts of blobs into place, and deletes those of blobs that are not wanted.
    ///
    /// A killed process may have left such parts.
    func sweepParts() throws {
        let parts = try partials.blobs()
        guard !parts.isEmpty else { return }
        let blobs = blobs
        let missing = try repository.readAtLength { social, accounts in
            try social.missingBlobs(
                of: accounts.widestSelection(social),
                at: now,
                accounts,
                held: blobs.contained
            )
        }
        let wanted = Dictionary(
            missing.filter { $0.reason != .refused }
                .map { ($0.reference.blob, $0.reference.byteCount) }
        ) { first, _ in first }
        let complete = parts.filter { part in
            wanted[part].map { partials.byteCount(of: part) >= $0 } ?? false
        }
        _ = try finishBlobs(complete)
        // Another process may be about to move one of them into place.
        try partials.locked { _ in
            for part in parts where wanted[part] == nil { try partials.remove(part) }
        }
    }
}

extension SocialReader {
    /// Returns whether a post or an avatar of a selection shows a blob.
    fileprivate func shows(_ blob: BlobID, in selection: RecordSelection) throws -> Bool {
        let isInPost = try postIDs(.showing(blob), in: PostRange(limit: 1000))
            .contains { post in
                let record = try record(setting: .post(post))
                return record.map { selection.scopes.contains($0.scope) } ?? false
            }
        if isInPost { return true }
        var isAvatar = false
        _ = try access(to: blob, for: nil) { user in
            let avatar = try self.user(user)?.avatar
            isAvatar =
                try avatar?.blobs.contains(blob) == true && introduces(user, in: selection)
            return isAvatar
        }
        return isAvatar
    }
}
