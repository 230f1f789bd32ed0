public import Foundation
import GRDB
public import TimelineCore

/// Copies a store into a folder while processes use it.
///
/// The copy is a store, private data included: to restore it, copy its folder to the place of the
/// lost one. Another backup into the same folder copies only new blobs, and deletes those that the
/// store no longer references. At any time the folder contains a complete copy, the previous one or
/// the new one.
///
/// ```swift
/// let backup = StoreBackup(of: repository, blobs: blobs, in: folder)
/// let report = try backup.copy(to: target) { done, total in show(done, total) }
/// ```
public struct StoreBackup: Sendable {
    private let repository: SQLiteRepository
    private let blobs: FolderBlobStore
    private let folder: URL

    /// The file that marks a folder as a backup.
    static let marker = "backup.txt"

    /// Creates a backup of a store.
    ///
    /// - Parameters:
    ///   - repository: the store's database.
    ///   - blobs: the store's blobs.
    ///   - folder: the store's folder, which cannot contain a backup.
    public init(of repository: SQLiteRepository, blobs: FolderBlobStore, in folder: URL) {
        self.repository = repository
        self.blobs = blobs
        self.folder = folder
    }

    /// Copies the store.
    ///
    /// Blocks until the copy is complete. Other processes can read and write meanwhile.
    ///
    /// - Parameters:
    ///   - target: a new or empty folder, or the folder of an earlier backup.
    ///   - progress: called after each blob with the number of blobs checked so far and the number
    ///     of all.
    /// - Returns: the number of photos copied, and the damaged ones.
    /// - Throws: `TimelineError`: `backupRefused` for any other folder; `storageBusy` while another
    ///   backup writes to the folder, or when photos are deleted faster than they are copied;
    ///   `storageFailed`.
    public func copy(
        to target: URL,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        try check(target)
        try DurableFile.makeFolder(target)
        return try LockedFolder.run(in: target, waiting: false) {
            try check(target)
            // Some file systems, such as FAT, have no permissions.
            try? OpenFolder(target)?.setMode(0o700)
            let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
            try removeLeftovers(of: copies, in: target)
            let database = target.appending(path: "timeline.sqlite")
            let draft = DurableFile.temporaryPath(beside: database)
            do {
                let (referenced, report) = try copyAll(
                    to: draft,
                    blobsTo: copies,
                    progress: progress
                )
                let instructions = Data(StoreText.backupInstructions.utf8)
                try DurableFile.write(instructions, to: target.appending(path: Self.marker))
                try StoreFile.replace(database, by: draft)
                for blob in try copies.all() where !referenced.contains(blob) {
                    try copies.remove(blob)
                }
                return report
            } catch {
                StoreFile.removeDraft(draft)
                throw error
            }
        }
    }

    /// The maximum number of times that the database is copied.
    private static let attempts = 10

    /// Copies the database, then the blobs that the copy references.
    ///
    /// If a photo has been deleted in between, its blob is missing, and the database is copied
    /// again.
    /// - Returns: the blobs that the copied database references, and the report.
    /// - Throws: `TimelineError`; `storageBusy` after ``attempts`` copies.
    private func copyAll(
        to draft: URL,
        blobsTo copies: FolderBlobStore,
        progress: (Int, Int) -> Void
    ) throws -> (referenced: Set<BlobID>, report: BackupReport) {
        for _ in 0..<Self.attempts {
            StoreFile.removeDraft(draft)
            let referenced = try repository.copy(to: draft)
            var report = BackupReport(photoCount: referenced.count)
            var missing: [BlobID] = []
            for (index, blob) in referenced.sorted().enumerated() {
                switch try copy(blob, to: copies) {
                case .unchanged: break
                case .copied: report.newPhotoCount += 1
                case .damaged: report.damagedPhotos.append(blob.description)
                case .missing: missing.append(blob)
                }
                progress(index + 1, referenced.count)
            }
            // Those that the store still references are lost, not deleted.
            let lost = try repository.read { reader, accounts in
                try missing.filter { try reader.isReferenced($0) || accounts.isOriginal($0) }
            }
            guard lost == missing else { continue }
            report.damagedPhotos += lost.map(\.description)
            report.damagedPhotos.sort()
            return (referenced, report)
        }
        throw TimelineError.storageBusy
    }

    /// The outcome for one blob.
    ///
    /// A copy of the same size counts as unchanged, since its path is the hash of its contents.
    private enum Outcome { case unchanged, copied, damaged, missing }

    /// Copies a blob unless the backup has it.
    ///
    /// Reading checks the contents against the hash, so no damaged photo enters a backup.
    private func copy(_ blob: BlobID, to copies: FolderBlobStore) throws -> Outcome {
        let size = DurableFile.size(of: blobs.path(for: blob))
        if let size, DurableFile.size(of: copies.path(for: blob)) == size { return .unchanged }
        let content: Data?
        do {
            content = try blobs.data(for: blob)
        } catch TimelineError.storageFailed {
            return .damaged
        }
        guard let content else { return .missing }
        _ = try copies.put(content)
        return .copied
    }

    /// Checks that a folder is new, empty or a backup, and outside the store.
    private func check(_ target: URL) throws {
        guard try !DurableFile.isInside(target, folder) else {
            throw TimelineError.backupRefused(target.path, .insideStore)
        }
        guard try DurableFile.exists(target) else { return }
        guard DurableFile.isFolder(target) else {
            throw TimelineError.backupRefused(target.path, .notAFolder)
        }
        let names = try DurableFile.names(in: target)
        // A newly formatted disk may contain one of the system's.
        guard names.isEmpty || names == ["lost+found"] || names.contains(Self.marker) else {
            throw TimelineError.backupRefused(target.path, .notABackup)
        }
    }

    /// Removes partial files of backups that were killed.
    private func removeLeftovers(of copies: FolderBlobStore, in target: URL) throws {
        let leftovers =
            try DurableFile.leftovers(in: target, olderThan: .distantFuture)
            + copies.leftovers(olderThan: .distantFuture)
        for path in leftovers { try DurableFile.remove(path) }
    }
}

extension SQLiteRepository {
    /// Copies a snapshot of the database to a new file.
    ///
    /// - Returns: the blobs that the copy references.
    /// - Throws: `TimelineError`.
    fileprivate func copy(to path: URL) throws -> Set<BlobID> {
        try translatingErrors(StoreText.copying) {
            try DurableFile.create(path)
            let copy = try DatabaseQueue(path: path.path)
            try copy.writeWithoutTransaction {
                // The copy is deleted after a crash, so it needs no journal on disk.
                try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
            }
            try connections.reader.backup(to: copy)
            let referenced = try copy.read { database in
                try ReadTransaction(uncached: database).referencedBlobs()
                    .union(PrivateTables(database: database).allOriginals())
            }
            try copy.close()
            return referenced
        }
    }
}
