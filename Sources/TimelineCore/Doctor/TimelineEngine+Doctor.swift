extension TimelineEngine {
    /// Looks for what is wrong with all that is kept.
    ///
    /// - Parameters:
    ///   - isRepairing: whether what can be mended without loss is mended: counts are set right, bytes that
    ///     no photo names are set aside.
    ///   - progress: told how many of all photos have been read, after each.
    /// - Returns: what was found, mended or not; empty when all is well.
    /// - Throws: a failure of storage.
    public func examine(
        repairing isRepairing: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await upkeep.run {
            let faults = try storageFaults()
            // A damaged database answers nothing else that could be relied on.
            guard faults.isEmpty else { return faults }
            if isRepairing { try sweep() }
            let counts = try repository.audit(repairing: isRepairing).map(HealthFinding.countWrong)
            let (named, unnamed) = try namedAndUnnamedBlobs()
            if isRepairing { try setAside(unnamed) }
            return counts + (try photoFaults(named, progress))
                + unnamed.map(HealthFinding.photoUnnamed)
        }
    }

    /// The photos that posts and users show, or changes that wait for others.
    ///
    /// - Throws: a failure of storage.
    public func namedPhotos() async throws -> Set<BlobID> {
        try await reads.run { [repository] in try repository.read { try $0.namedBlobs() } }
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
        let named = try repository.read { try $0.namedBlobs() }
        return (named.sorted(), kept.subtracting(announced).subtracting(named).sorted())
    }

    /// Photos whose bytes are missing or have changed; one that was deleted meanwhile is none of them.
    private func photoFaults(
        _ named: [BlobID],
        _ progress: (Int, Int) -> Void
    ) throws -> [HealthFinding] {
        var findings: [HealthFinding] = []
        for (index, blob) in named.enumerated() {
            if try !blobs.isWhole(blob), try repository.read({ try $0.names(blob) }) {
                let posts = try repository.read { try $0.postIDs(naming: blob, limit: 10) }
                findings.append(
                    try blobs.contains(blob)
                        ? .photoChanged(blob, of: posts) : .photoMissing(blob, of: posts)
                )
            }
            progress(index + 1, named.count)
        }
        return findings
    }

    /// Sets bytes aside, unless somebody has named them meanwhile; no one can while this goes on.
    private func setAside(_ ids: [BlobID]) throws {
        try inBatches(of: ids) { id, reader in
            if try !reader.names(id) && blobs.contains(id) { try blobs.setAside(id) }
        }
    }
}
