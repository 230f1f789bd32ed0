package import TimelineCore

/// Removal of orphaned blobs while other processes may be storing the same bytes.
///
/// A removal copies a blob's object to a name of its own, deletes the object, then reads the leases
/// of those who store it, then the references, and finally copies it back or deletes the copy. As
/// with files (see `FolderBlobStore`), a process that found the object before it was deleted has a
/// lease or a reference by then, and one that did not find it writes a new object, which this
/// removal does not touch. Leases alone, without the copy, would not do: S3 cannot make a deletion
/// depend on a lease, so a process that is paused between its check and its deletion would delete
/// what another has meanwhile found and referenced.
///
/// Why pauses do no harm, however long they are:
/// - *A process that stores a blob* loses its lease to the removal that ignores it, in one
///   transaction, and then cannot commit a reference ("fenced" in ``BlobLeases``).
/// - *A removal* deletes a copy only after it has found that nobody needs it. This stays true: who
///   needs the blob later writes a new object, because the main object was gone. Nobody else
///   deletes the copy, unless it has been restored before.
/// - *A removal that others have taken over*, and that continues, could delete the main object after
///   they have cleaned up. It therefore does not delete one once its leases have not been renewed
///   for five minutes, which is ten minutes before others may take over. A request lasts for less
///   than two minutes, and S3 refuses one that arrives later than 15 minutes after it was signed.
extension S3BlobStore {
    /// Removes orphaned blobs, 100 at a time.
    ///
    /// - Throws: Any error thrown by `referenced`, ``TimelineError/storageFailed(_:)``, or any error
    ///   thrown by the leases.
    @discardableResult
    package func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        let ids = Set(ids).sorted()
        return try stride(from: 0, to: ids.count, by: Self.batchSize)
            .flatMap { start in
                let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
                return try leases.holding(batch, for: .settingAside) { lease in
                    try remove(lease, retaining: isRetaining, referenced: referenced)
                }
            }
    }

    private static var batchSize: Int { 100 }

    private func remove(
        _ lease: BlobLease,
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        let candidates: [BlobID]
        let needed: Set<BlobID>
        do {
            let isAside = try concurrently(lease.blobs, width: S3Limits.width) {
                try setAside($0, by: lease.id)
            }
            candidates = zip(lease.blobs, isAside).filter(\.1).map(\.0)
            guard !candidates.isEmpty else { return [] }
            // Read the leases first, because a lease ends only after the commit.
            needed = try leases.leases.stored(among: candidates).union(referenced(candidates))
        } catch {
            // The first error is the cause. Whoever takes over the lease restores the rest.
            _ = try? concurrently(lease.blobs, width: S3Limits.width) {
                try restore($0, from: keys.aside($0, by: lease.id))
            }
            throw error
        }
        _ = try concurrently(candidates, width: S3Limits.width) { id in
            let copy = keys.aside(id, by: lease.id)
            if needed.contains(id) { return try restore(id, from: copy) }
            try during(.removing(id)) { () throws(S3Fault) in
                if isRetaining { _ = try bucket.copy(copy, to: keys.retained(id)) }
                try bucket.remove(copy)
            }
        }
        return candidates.filter { !needed.contains($0) }
    }

    /// Moves a blob's object to the copy of a removal, and returns whether there was one.
    private func setAside(_ id: BlobID, by removal: BlobLease.ID) throws -> Bool {
        try during(.removing(id)) { () throws(S3Fault) in
            guard try bucket.copy(keys.main(id), to: keys.aside(id, by: removal)) else {
                return false
            }
            guard leases.isTrusted else { throw .leaseEnded }
            try bucket.remove(keys.main(id))
            return true
        }
    }

    /// Moves a copy back to the blob's object, unless another process has stored the blob again.
    ///
    /// A whole object that is written between the two requests is replaced by the copy, which may be
    /// damaged if the former object was; the doctor then reports the blob.
    private func restore(_ id: BlobID, from copy: String) throws {
        try during(.restoring(id)) { () throws(S3Fault) in
            if try bucket.properties(of: keys.main(id)) == nil {
                guard try bucket.copy(copy, to: keys.main(id)) else { return }
            }
            try bucket.remove(copy)
        }
    }

    /// Cleans up after leases that their holders have abandoned or whose time has passed.
    ///
    /// Copies that their holders had set aside are restored first.
    ///
    /// - Throws: Any error thrown by `referenced`, ``TimelineError/storageFailed(_:)``, or any error
    ///   thrown by the leases.
    @discardableResult
    package func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        var removed: [BlobID] = []
        try leases.takingOver { lease in
            if lease.purpose == .settingAside {
                _ = try concurrently(lease.blobs, width: S3Limits.width) {
                    try restore($0, from: keys.aside($0, by: lease.id))
                }
            }
            removed += try removeOrphaned(lease.blobs, retaining: false, referenced: referenced)
        }
        return removed
    }
}

/// Access to the retained copies of orphaned blobs.
extension S3BlobStore {
    /// Returns whether the blob's bytes were retained and match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func isSetAside(_ id: BlobID) throws -> Bool {
        try during(.reading(id)) { () throws(S3Fault) in
            try bucket.content(of: keys.retained(id)).map(BlobID.init(of:)) == id
        }
    }

    /// Moves the retained copy back to the blob's object, which it replaces.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func restore(_ id: BlobID) throws {
        try during(.restoring(id)) { () throws(S3Fault) in
            guard try bucket.copy(keys.retained(id), to: keys.main(id)) else { return }
            try bucket.remove(keys.retained(id))
        }
    }
}
