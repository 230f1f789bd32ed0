extension TimelineEngine {
    /// Looks for what is wrong with all that is kept.
    ///
    /// - Parameters:
    ///   - isRepairing: whether what can be mended without loss is mended: counts are set right, bytes that
    ///     no photo names are removed.
    ///   - progress: told how many of all photos have been read, after each.
    /// - Returns: what was found, mended or not; empty when all is well.
    /// - Throws: a failure of storage.
    public func examine(
        repairing isRepairing: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        let faults = try await blocking.run { [repository] in
            try repository.integrityFaults().map(HealthFinding.storageDamaged)
        }
        // A damaged database answers nothing else that could be relied on.
        guard faults.isEmpty else { return faults }
        let counts = try await blocking.run { [repository] in
            try repository.audit(repairing: isRepairing).map(HealthFinding.countWrong)
        }
        let photos = try await examinePhotos(progress)
        if isRepairing { try await blocking.run { try removeUnnamed(photos.unnamed) } }
        return counts + photos.findings
    }

    private func examinePhotos(
        _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> (findings: [HealthFinding], unnamed: [BlobID]) {
        try await blocking.run { [repository, blobs] in
            try sweep()
            // What is kept is listed before what is named: a photo posted meanwhile is then not "unnamed".
            let kept = Set(try blobs.all())
            let named = try repository.read { try $0.namedBlobs() }
            let missing = try named.subtracting(kept).filter { try !blobs.contains($0) }
            var findings = missing.sorted().map(HealthFinding.photoMissing)
            for (index, blob) in kept.sorted().enumerated() {
                if try !blobs.isWhole(blob) { findings.append(.photoChanged(blob)) }
                progress(index + 1, kept.count)
            }
            let unnamed = kept.subtracting(named).sorted()
            return (findings + unnamed.map(HealthFinding.photoUnnamed), unnamed)
        }
    }
}
