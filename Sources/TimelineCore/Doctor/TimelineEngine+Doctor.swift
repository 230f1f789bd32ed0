import Foundation

extension TimelineEngine {
    /// Looks for what is wrong with all that is kept.
    ///
    /// - Parameters:
    ///   - isRepairing: whether what can be mended without loss is mended: counts are set right, bytes that
    ///     no photo names are set aside.
    ///   - progress: told how many of all photos have been read, after each.
    /// - Returns: what was found, mended or not; empty when all is well.
    /// - Throws: a failure of storage.
    func examine(
        repairing isRepairing: Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> [HealthFinding] {
        try await upkeep.run {
            let faults = try storageFaults()
            // A damaged database answers nothing else that could be relied on.
            guard faults.isEmpty else { return faults }
            if isRepairing { try sweep() }
            let ahead = try datedAhead(repairing: isRepairing)
            let counts = try repository.audit(repairing: isRepairing).map(HealthFinding.countWrong)
            let values = try repository.auditValues(repairing: isRepairing)
            let changes = try repository.unreadableChanges()
            let (named, unnamed) = try namedAndUnnamedBlobs()
            if isRepairing { try setAside(unnamed) }
            return ahead + counts + values.map(HealthFinding.valueWrong)
                + changes.map(HealthFinding.changeUnreadable)
                + (try photoFaults(named, repairing: isRepairing, progress))
                + unnamed.map(HealthFinding.photoUnnamed)
        }
    }

    /// The photos that posts and users show, or changes that wait for others.
    ///
    /// - Throws: a failure of storage.
    func namedPhotos() async throws -> Set<BlobID> {
        try await reads.run { [repository] in try repository.read { try $0.referencedBlobs() } }
    }

    /// This store's own users whose clock was ahead; each is repaired in a transaction of its own.
    private func datedAhead(repairing isRepairing: Bool) throws -> [HealthFinding] {
        let limit = environment.newestAllowed
        let users = try repository.read { reader, accounts in
            try accounts.users().filter { try reader.newestStamp(of: $0) > limit }
                .map { id in
                    (
                        id: id, name: try reader.user(id)?.username ?? id.description,
                        newest: try reader.newestStamp(of: id)
                    )
                }
        }
        for user in users where isRepairing {
            try repository.moveToPresent(of: user.id, newerThan: limit, environment)
        }
        return users.map {
            .datedAhead(username: $0.name, Date(millisecondsSince1970: $0.newest.milliseconds))
        }
    }

    private func storageFaults() throws -> [HealthFinding] {
        do {
            return try repository.integrityFaults().map(HealthFinding.storageDamaged)
        } catch TimelineError.storageFailed(let failure) {
            return [.storageDamaged(failure.reason)]
        }
    }

    /// The bytes that a photo names, and those kept that none does.
    ///
    /// Whoever posts announces bytes before keeping them and names them before the announcement goes, so
    /// the three are looked at in this order.
    private func namedAndUnnamedBlobs() throws -> (named: [BlobID], unnamed: [BlobID]) {
        let kept = Set(try blobs.all())
        let announced = try blobs.announced()
        let named = try repository.read { try $0.referencedBlobs() }
        return (named.sorted(), kept.subtracting(announced).subtracting(named).sorted())
    }

    /// Photos whose bytes are missing, unreadable or changed, except those deleted meanwhile.
    private func photoFaults(
        _ named: [BlobID],
        repairing isRepairing: Bool,
        _ progress: (Int, Int) -> Void
    ) throws -> [HealthFinding] {
        var findings: [HealthFinding] = []
        for (index, blob) in named.enumerated() {
            if let fault = fault(of: blob, repairing: isRepairing),
                try repository.read({ try $0.names(blob) })
            {
                let posts = try repository.read { try $0.postIDs(naming: blob, limit: 10) }
                findings.append(fault(posts))
            }
            progress(index + 1, named.count)
        }
        return findings
    }

    /// What is wrong with the bytes of a photo, given the posts that show it; `nil` when they are whole.
    private func fault(
        of blob: BlobID,
        repairing isRepairing: Bool
    ) -> (([Post.ID]) -> HealthFinding)? {
        do {
            if try blobs.isWhole(blob) { return nil }
            if try blobs.isSetAside(blob) {
                if isRepairing { try blobs.bringBack(blob) }
                return { .photoSetAside(blob, of: $0) }
            }
            return try blobs.contains(blob)
                ? { .photoChanged(blob, of: $0) } : { .photoMissing(blob, of: $0) }
        } catch TimelineError.storageFailed(let failure) {
            return { .photoUnreadable(blob, of: $0, reason: failure.reason) }
        } catch {
            return { .photoUnreadable(blob, of: $0, reason: "\(error)") }
        }
    }

    /// Sets bytes aside, unless somebody has named them meanwhile; no one can while this goes on.
    private func setAside(_ ids: [BlobID]) throws {
        try inBatches(of: ids) { id, reader in
            if try !reader.names(id) && blobs.contains(id) { try blobs.setAside(id) }
        }
    }
}
