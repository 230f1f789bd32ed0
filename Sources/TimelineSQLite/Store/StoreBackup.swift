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
///
/// ## How it works
/// 1. The folder is locked, so that one backup at a time writes to it, and partial files of killed
///    ones are removed.
/// 2. SQLite copies the database to a temporary file, a snapshot of one commit.
/// 3. The blobs that this copy references are copied, each once for all backups, since its path is
///    the hash of its contents. If a photo was deleted after the snapshot, its blob may be gone;
///    then the database is copied again.
/// 4. The temporary file replaces the database of the previous backup, by renaming it.
/// 5. Blobs that only the previous backup referenced are deleted.
///
/// A kill before step 4 leaves the previous backup complete, with some more blobs; a kill after it
/// leaves the new one. The private data includes password hashes and originals: treat the folder
/// like the store. Renditions are not copied; they are made again when needed.
public struct StoreBackup: Sendable {
    /// The store's database, which is only read.
    private let repository: SQLiteRepository
    /// The store's blobs, which are only read.
    private let blobs: FolderBlobStore
    /// The store's folder, inside which no backup may lie.
    private let folder: URL

    /// The file that marks a folder as a backup.
    ///
    /// It contains instructions for restoring. Only a folder with this file, an empty one, or a new
    /// one is written to, so a mistyped path destroys nothing.
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
    /// The folder gets mode 0700, and the files 0600. A first backup needs as much space as the
    /// store, a further one that of the database and of the new photos.
    ///
    /// - Parameters:
    ///   - target: a new or empty folder, or the folder of an earlier backup.
    ///   - progress: called after each blob with the number of blobs checked so far and the number
    ///     of all.
    /// - Returns: The number of files copied, and the damaged files.
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
    ///
    /// Each further one needs a photo that was deleted during the copy before.
    private static let attempts = 10

    /// Copies the database, then the blobs that the copy references.
    ///
    /// If a photo has been deleted in between, its blob is missing, and the database is copied
    /// again. A blob that is missing although the store still references it is lost, and is
    /// reported instead.
    ///
    /// - Parameters:
    ///   - draft: the path of the copied database; an earlier attempt there is removed.
    ///   - copies: the blobs of the backup.
    ///   - progress: called after each blob; counts from 0 again in each attempt.
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
    /// Reading checks the contents against the hash, so no damaged photo enters a backup. A damaged
    /// or missing one does not end the backup: the rest is worth more.
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
    ///
    /// Runs again when the folder is locked, since another backup may have filled it meanwhile.
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
    /// Uses SQLite's backup API in one step, so the copy is one commit, and writers continue in the
    /// log. The references are read from the copy, not from the store, since they must belong to
    /// the same commit.
    ///
    /// - Parameter path: the new file, which gets mode 0600.
    /// - Returns: the blobs that the copy references, originals included.
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
