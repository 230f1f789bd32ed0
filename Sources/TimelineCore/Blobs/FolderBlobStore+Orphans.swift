import Foundation

/// The removal of orphaned blobs, which races with other processes that store the same bytes.
///
/// A process that stores a blob announces it, stores it unless its file exists, commits the change
/// that references it, and withdraws the announcement. A removal moves the file away, then reads
/// the announcements, then the references. If the other process has found the file, it announced
/// the blob before the file was moved, so the removal finds either the announcement or the
/// reference, and restores the file. If not, it has written a new file, which the removal leaves
/// alone.
extension FolderBlobStore {
    /// Moves each blob's file into the folder `.discarded`, or `.orphaned` to retain it, and back
    /// if the blob is referenced or announced; deletes the other files from `.discarded`.
    ///
    /// One process at a time removes blobs, up to a hundred before it gives way to another. After a
    /// kill, the files in `.discarded` are candidates of the next removal.
    ///
    /// - Throws: the error of `referenced`, and ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        if isRetaining { try makeRetainedFolder() }
        return try stride(from: 0, to: ids.count, by: Self.batchSize)
            .flatMap { start in
                let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
                return try removeBatch(batch, retaining: isRetaining, referenced: referenced)
            }
    }

    /// Processes the IDs in each unlocked file of `.announced`, left by a process that has ended,
    /// and the files in `.discarded`.
    ///
    /// - Throws: the error of `referenced`, and ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        var removed: [BlobID] = []
        for announcement in try abandonedAnnouncements() {
            removed += try removeOrphaned(
                announcement.ids,
                retaining: false,
                referenced: referenced
            )
            try DurableFile.remove(announcement.file)
        }
        if try !DurableFile.names(in: discarded).isEmpty {
            removed += try removeBatch([], retaining: false, referenced: referenced)
        }
        return removed
    }

    private static let batchSize = 100

    private func removeBatch(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try DurableFile.makeFolder(discarded)
        let aside = isRetaining ? retained : discarded
        return try LockedFolder.run(in: discarded) {
            for id in ids {
                let target = aside.appending(path: id.description)
                try DurableFile.moveUnsynced(path(for: id), to: target)
            }
            let candidates =
                try isRetaining
                ? ids.filter { try DurableFile.exists(aside.appending(path: $0.description)) }
                : DurableFile.names(in: aside).compactMap { BlobID($0) }
            guard !candidates.isEmpty else { return [] }
            let needed: Set<BlobID>
            do {
                // In this order: the announcement ends after the commit.
                needed = try announcedForStoring().union(referenced(candidates))
            } catch {
                // The first error is the cause; the next removal restores the others.
                for id in candidates { try? restore(id, from: aside) }
                throw error
            }
            for id in candidates where needed.contains(id) { try restore(id, from: aside) }
            let removed = candidates.filter { !needed.contains($0) }
            for id in removed {
                // First its removal from the store becomes durable.
                try DurableFile.sync(folder: path(for: id).deletingLastPathComponent())
                if !isRetaining {
                    try DurableFile.remove(aside.appending(path: id.description))
                }
            }
            return removed
        }
    }

    /// Moves a blob's file back, unless another process has stored the blob again.
    private func restore(_ id: BlobID, from aside: URL) throws {
        try DurableFile.makeFolder(path(for: id).deletingLastPathComponent())
        try DurableFile.restore(aside.appending(path: id.description), to: path(for: id))
    }

    /// Files that a removal has set aside for a moment; each is restored or deleted.
    var discarded: URL { folder.appending(path: ".discarded") }
}

/// Retained files of orphaned blobs.
extension FolderBlobStore {
    /// Whether the folder `.orphaned` contains the blob's file and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func isSetAside(_ id: BlobID) throws -> Bool {
        try retainedPaths(for: id)
            .contains { try DurableFile.readFile($0).map(BlobID.init(of:)) == id }
    }

    /// Moves the blob's file back from the folder `.orphaned`; replaces a damaged file.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func bringBack(_ id: BlobID) throws {
        try DurableFile.makeFolder(path(for: id).deletingLastPathComponent())
        for path in try retainedPaths(for: id).filter(DurableFile.exists) {
            try DurableFile.move(path, to: self.path(for: id))
        }
    }

    /// Where a blob's file may be retained; earlier versions used the second folder.
    func retainedPaths(for id: BlobID) -> [URL] {
        [retained, formerlyRetained].map { $0.appending(path: id.description) }
    }

    private func makeRetainedFolder() throws {
        if try DurableFile.exists(formerlyRetained), try !DurableFile.exists(retained) {
            try DurableFile.move(formerlyRetained, to: retained)
        }
        try DurableFile.makeFolder(retained)
    }

    private var retained: URL { folder.appending(path: ".orphaned") }
    private var formerlyRetained: URL { folder.appending(path: ".unnamed") }
}
