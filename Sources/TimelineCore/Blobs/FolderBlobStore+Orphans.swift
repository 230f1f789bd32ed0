import Foundation

/// Removal of orphaned blobs while other processes may be storing the same bytes.
///
/// A process that stores a blob reserves the blob, writes its file unless the file exists, commits
/// the change that references the blob, and withdraws the reservation. A removal moves the file
/// away, then reads the reservations, and then reads the references. If the other process found
/// the file, it reserved the blob before the file was moved. The removal therefore finds either
/// the reservation or the reference, and restores the file. If the other process did not find the
/// file, it has written a new file, which the removal does not touch.
extension FolderBlobStore {
    /// Removes orphaned blobs.
    ///
    /// Each blob's file is first moved into the folder `.discarded`, or `.orphaned` to retain it,
    /// and is moved back if the blob is referenced or reserved. The other files in `.discarded`
    /// are then deleted.
    ///
    /// Only one process removes blobs at a time, and other processes get a turn after every 100
    /// blobs. If a process is killed, the next removal also examines the files that remain in
    /// `.discarded`.
    ///
    /// - Throws: Any error thrown by `referenced`, or ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        let root = try OpenFolder(making: folder)
        if isRetaining { try root.makeFolder(Self.retained) }
        return try stride(from: 0, to: ids.count, by: Self.batchSize)
            .flatMap { start in
                let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
                return try removeBatch(
                    batch,
                    in: root,
                    retaining: isRetaining,
                    referenced: referenced
                )
            }
    }

    /// Removes orphaned blobs that were left by processes that have ended.
    ///
    /// These blobs are listed in an unlocked file in `.reserved` or have a file in `.discarded`.
    ///
    /// - Throws: Any error thrown by `referenced`, or ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        guard let root = try OpenFolder(folder) else { return [] }
        var removed: [BlobID] = []
        for reservation in try abandonedReservations() {
            removed += try removeOrphaned(
                reservation.ids,
                retaining: false,
                referenced: referenced
            )
            try root.remove(reservation.path)
        }
        if try root.folder(Self.discarded)?.names().isEmpty == false {
            removed += try removeBatch([], in: root, retaining: false, referenced: referenced)
        }
        return removed
    }

    private static let batchSize = 100

    private func removeBatch(
        _ ids: [BlobID],
        in root: OpenFolder,
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        let discarded = try root.makeFolder(Self.discarded)
        let aside = isRetaining ? Self.retained : Self.discarded
        return try discarded.locked {
            for id in ids {
                try root.move(relativePath(for: id), to: "\(aside)/\(id)", synced: false)
            }
            let candidates =
                try isRetaining
                ? ids.filter { try root.existingEntry("\(aside)/\($0)") != nil }
                : discarded.names().compactMap { BlobID($0) }
            guard !candidates.isEmpty else { return [] }
            let needed: Set<BlobID>
            do {
                // Read the reservations first, because an reservation ends only after the commit.
                needed = try reservedForStoring().union(referenced(candidates))
            } catch {
                // The first error is the cause. The next removal restores the remaining files.
                for id in candidates { try? restore(id, from: aside, in: root) }
                throw error
            }
            for id in candidates where needed.contains(id) {
                try restore(id, from: aside, in: root)
            }
            let removed = candidates.filter { !needed.contains($0) }
            for id in removed {
                // The removal from the store must be durable before the file is deleted.
                try root.folder(prefix(of: id))?.synchronize()
                if !isRetaining { try root.remove("\(aside)/\(id)") }
            }
            return removed
        }
    }

    /// Moves a blob's file back into the store, unless another process has stored the blob again.
    private func restore(_ id: BlobID, from aside: String, in root: OpenFolder) throws {
        try root.makeFolder(prefix(of: id))
        try root.restore("\(aside)/\(id)", to: relativePath(for: id))
    }

    /// The folder for files that a removal has set aside temporarily.
    ///
    /// Each file is later restored or deleted.
    static let discarded = ".discarded"
}

/// Access to the retained files of orphaned blobs.
extension FolderBlobStore {
    /// Returns whether the blob's file was retained and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isSetAside(_ id: BlobID) throws -> Bool {
        guard let root = try OpenFolder(folder) else { return false }
        return try root.read(retainedPath(for: id)).map(BlobID.init(of:)) == id
    }

    /// Moves the blob's retained file back into the store, where it replaces a damaged file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func restore(_ id: BlobID) throws {
        let root = try OpenFolder(making: folder)
        try root.makeFolder(prefix(of: id))
        try root.move(retainedPath(for: id), to: relativePath(for: id))
    }

    /// Returns the path at which a blob's file may be retained.
    func retainedPath(for id: BlobID) -> String { "\(Self.retained)/\(id)" }

    private static let retained = ".orphaned"
}
