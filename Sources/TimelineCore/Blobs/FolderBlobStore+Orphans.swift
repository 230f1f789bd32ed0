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

extension FolderBlobStore {
    /// Runs `body` while a locked file in the `.reserved` folder lists the IDs.
    ///
    /// If `body` throws an error, the file remains but is no longer locked, like the file of a
    /// process that was killed.
    ///
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    public func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result {
        guard !ids.isEmpty else { return try body() }
        let folder = try OpenFolder(making: folder).makeFolder(Self.reservations)
        let text = ids.map(\.description).joined(separator: "\n")
        let file = try LockedFile(
            making: UUID().uuidString + reservation.suffix,
            in: folder,
            content: Data(text.utf8)
        )
        let answer = try body()
        file.remove()
        return answer
    }

    /// Returns the IDs of all reserved blobs, read from the files in the `.reserved` folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func reserved() throws -> Set<BlobID> {
        guard let folder = try reservationFolder() else { return [] }
        return Set(try files(in: folder).flatMap { try ids(in: $0, folder) })
    }

    /// Returns the IDs of the blobs that running processes are storing.
    func reservedForStoring() throws -> Set<BlobID> {
        guard let folder = try reservationFolder() else { return [] }
        let files = try files(in: folder)
            .filter { !$0.hasSuffix(BlobReservation.removing.suffix) }
        return Set(
            try files.filter { try !isAbandoned($0, in: folder) }
                .flatMap { try ids(in: $0, folder) }
        )
    }

    /// Returns the paths of the reservation files of processes that have ended, along with the IDs
    /// in each file.
    func abandonedReservations() throws -> [(path: String, ids: [BlobID])] {
        guard let folder = try reservationFolder() else { return [] }
        return try files(in: folder).filter { try isAbandoned($0, in: folder) }
            .map { ("\(Self.reservations)/\($0)", try ids(in: $0, folder)) }
    }

    /// Returns whether an reservation file was left by a process that has ended: the file exists,
    /// but no process has locked it.
    ///
    /// Announcement files are locked as soon as they appear, so an unlocked file is no longer in
    /// use.
    private func isAbandoned(_ file: String, in folder: OpenFolder) throws -> Bool {
        try LockedFile(ifFree: file, in: folder) != nil
    }

    private func reservationFolder() throws -> OpenFolder? {
        try OpenFolder(folder)?.folder(Self.reservations)
    }

    private func files(in folder: OpenFolder) throws -> [String] {
        try folder.names()
            .filter { UUID(uuidString: String($0.prefix { $0 != "." })) != nil }
    }

    /// Returns the IDs in an reservation file, or an empty array if the reservation was
    /// withdrawn.
    private func ids(in file: String, _ folder: OpenFolder) throws -> [BlobID] {
        let text = String(decoding: try folder.read(file) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap { BlobID(String($0)) }
    }

    private static let reservations = ".reserved"
}

extension BlobReservation {
    /// The suffix of the reservation's file name.
    fileprivate var suffix: String {
        switch self {
        case .storing: ""
        case .removing: ".removing"
        }
    }
}
