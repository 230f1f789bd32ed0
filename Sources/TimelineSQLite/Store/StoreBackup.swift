public import Foundation
public import TimelineCore
package import TimelineSQL

/// An operation that copies a store into a folder while other processes use the store.
///
/// The copy is itself a store, including private data. To restore it, stop all programs that use the
/// store, and replace the folder of the store with a copy of the backup. A further backup into the
/// same folder copies only new blobs and deletes those that the store no longer references. At all
/// times, the folder contains a complete copy, either the previous one or the new one.
///
/// ```swift
/// let backup = StoreBackup(of: repository, blobs: blobs, in: folder)
/// let report = try backup.copy(to: target) { done, total in show(done, total) }
/// ```
///
/// ## How it works
/// 1. The folder is locked, so that only one backup at a time writes to it, and partial files of
///    killed backups are removed.
/// 2. SQLite copies the database to a temporary file, as a snapshot of a single commit.
/// 3. The blobs that this copy references are copied. Each blob is copied only once for all
///    backups, because its path is the hash of its contents. If a blob is missing because its photo
///    was deleted after the snapshot, and the backup lacks it too, the database is copied again. So
///    that this is rare, the blobs of a store on servers are also copied before the database.
/// 4. The temporary file is renamed to replace the database of the previous backup.
/// 5. Blobs that only the previous backup referenced are deleted.
///
/// If the process is killed before step 4, the previous backup is still complete but contains some
/// additional blobs. After step 4, the new backup is complete. The private data includes password
/// hashes and originals, so protect the folder like the store itself. Renditions are not copied,
/// because they are created again when needed.
public struct StoreBackup: Sendable {
    /// The store's database.
    ///
    /// The backup never writes to it.
    private let repository: any MovableStore
    /// The store's blobs.
    ///
    /// The backup never writes to them.
    private let blobs: any BlobStore
    /// The store's folder, which must not contain the backup, or `nil` if the store is on servers.
    private let folder: URL?

    /// The name of the file that marks a folder as a backup.
    ///
    /// The file contains instructions for restoring the backup. A backup is written only to a
    /// folder with this file, an empty folder or a new folder, so a mistyped path causes no damage.
    static let marker = "backup.txt"

    /// Creates a backup of a store.
    ///
    /// - Parameters:
    ///   - repository: The store's database.
    ///   - blobs: The store's blobs.
    ///   - folder: The store's folder, which must not contain the backup.
    public init(of repository: SQLiteRepository, blobs: FolderBlobStore, in folder: URL) {
        self.repository = repository
        self.blobs = blobs
        self.folder = folder
    }

    /// Creates a backup of a store on servers, which becomes a store in a folder.
    ///
    /// - Parameters:
    ///   - repository: The store's database.
    ///   - blobs: The store's blobs.
    package init(of repository: any MovableStore, blobs: any BlobStore) {
        self.repository = repository
        self.blobs = blobs
        folder = nil
    }

    /// Copies the store.
    ///
    /// This call blocks until the copy is complete. Other processes can read and write in the
    /// meantime.
    ///
    /// The folder has mode 0700, and the files have mode 0600. A first backup requires as much
    /// space as the store. Each further backup requires additional space for the database and the
    /// new photos.
    ///
    /// - Parameters:
    ///   - target: A new or empty folder, or the folder of an earlier backup.
    ///   - progress: A closure that is called after each blob with the number of blobs checked so
    ///     far and the total number.
    /// - Returns: The number of files copied, and the damaged files.
    /// - Throws: `TimelineError.backupRefused` for any other folder, `TimelineError.storageBusy` if
    ///   another backup is writing to the folder or photos are deleted faster than they are copied,
    ///   or `TimelineError.storageFailed`.
    public func copy(
        to target: URL,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        try check(target)
        let folder = try withExternalFileErrors(.creatingFolder, target) {
            try OpenFolder(making: target)
        }
        return try folder.locked(waiting: false) {
            try check(target)
            // Some file systems, such as FAT, have no permissions.
            try? folder.setMode(0o700)
            let copies = try withExternalFileErrors(.writing, target) {
                let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
                try removeLeftovers(of: copies, in: folder)
                return copies
            }
            let database = target.appending(path: "timeline.sqlite")
            let draft = DurableFile.temporaryPath(beside: database)
            do {
                let (referenced, report) = try copyAll(
                    to: draft,
                    blobsTo: copies,
                    progress: progress
                )
                try withExternalFileErrors(.writing, target) {
                    let instructions = Data(
                        StoreText.backupInstructions(ofServers: self.folder == nil).utf8
                    )
                    try folder.write(instructions, to: Self.marker)
                    try StoreFile.replace(database, by: draft)
                    for blob in try copies.all() where !referenced.contains(blob) {
                        try copies.remove(blob)
                    }
                }
                return report
            } catch {
                StoreFile.removeDraft(draft)
                throw error
            }
        }
    }

    /// The maximum number of attempts to copy the database.
    ///
    /// A further attempt is needed only if a photo was deleted during the previous one.
    private static let attempts = 10

    /// Copies the database and then the blobs that the copy references.
    ///
    /// If a photo is deleted in between, its blob is missing, and the database is copied again. A
    /// blob that is missing although the store still references it is lost and is reported instead.
    ///
    /// - Parameters:
    ///   - draft: The path of the copied database. A file left there by an earlier attempt is
    ///     removed.
    ///   - copies: The blobs of the backup.
    ///   - progress: A closure that is called after each blob. Each attempt counts from 0 again.
    /// - Returns: The blobs that the copied database references, and the report.
    /// - Throws: `TimelineError`, with `storageBusy` after ``attempts`` copies.
    private func copyAll(
        to draft: URL,
        blobsTo copies: FolderBlobStore,
        progress: (Int, Int) -> Void
    ) throws -> (referenced: Set<BlobID>, report: BackupReport) {
        var copied: Set<BlobID> = []
        if folder == nil {
            let current = try repository.snapshot { try StoreMove.photos(in: $0) }
            for (index, blob) in current.sorted().enumerated() {
                if case .copied = try copy(blob, to: copies) { copied.insert(blob) }
                progress(index + 1, current.count)
            }
        }
        for _ in 0..<Self.attempts {
            StoreFile.removeDraft(draft)
            let referenced = try copyDatabase(to: draft)
            var report = BackupReport(photoCount: referenced.count)
            var missing: [BlobID] = []
            for (index, blob) in referenced.sorted().enumerated() {
                switch try copy(blob, to: copies) {
                case .unchanged: break
                case .copied: copied.insert(blob)
                case .damaged: report.damagedPhotos.append(blob.description)
                case .missing: missing.append(blob)
                }
                progress(index + 1, referenced.count)
            }
            // Missing blobs that the store still references are lost rather than deleted.
            let lost = try repository.read { reader, accounts in
                try missing.filter { try reader.isReferenced($0) || accounts.isOriginal($0) }
            }
            let deleted = Set(missing).subtracting(lost)
            guard try deleted.allSatisfy({ try copies.isWhole($0) }) else { continue }
            report.newPhotoCount = copied.intersection(referenced).count
            report.damagedPhotos += lost.map(\.description)
            report.damagedPhotos.sort()
            return (referenced, report)
        }
        throw TimelineError.storageBusy
    }

    /// Copies a snapshot of the database to a new file.
    ///
    /// - Parameter path: The path of the new file.
    /// - Returns: The blobs that the copy references.
    /// - Throws: `TimelineError`.
    private func copyDatabase(to path: URL) throws -> Set<BlobID> {
        if let repository = repository as? SQLiteRepository { return try repository.copy(to: path) }
        return try translatingErrors(StoreText.copying) {
            try repository.snapshot { source in
                let draft = try SQLiteDraft(at: path, for: nil)
                let copy = StoreCopy(from: source, to: draft)
                _ = try copy.run()
                try draft.publish(copy.clock())
                return try StoreMove.photos(in: source)
            }
        }
    }

    /// The result of copying one blob.
    ///
    /// A file of the same size is treated as unchanged, because its path is the hash of its
    /// contents.
    private enum Outcome { case unchanged, copied, damaged, missing }

    /// Copies a blob, unless the backup already contains it.
    ///
    /// Reading a blob checks its contents against the hash, so no damaged photo enters the backup.
    /// A damaged or missing blob does not end the backup, so that all other blobs are still copied.
    private func copy(_ blob: BlobID, to copies: FolderBlobStore) throws -> Outcome {
        if let size = try blobs.byteCount(of: blob), try copies.byteCount(of: blob) == size {
            return .unchanged
        }
        let content: Data?
        do {
            content = try blobs.data(for: blob)
        } catch TimelineError.storageFailed {
            return .damaged
        }
        guard let content else { return .missing }
        try withExternalFileErrors(.writing, copies.path(for: blob)) { _ = try copies.put(content) }
        return .copied
    }

    /// Checks that a folder is new, empty or a backup, and is outside the store.
    ///
    /// The check is repeated once the folder is locked, because another backup may have filled it
    /// in the meantime.
    private func check(_ target: URL) throws {
        guard try folder.map({ try !DurableFile.isInside(target, $0) }) ?? true else {
            throw TimelineError.backupRefused(target.path, .insideStore)
        }
        guard try DurableFile.existsOutsideStore(target) else { return }
        guard DurableFile.isFolder(target) else {
            throw TimelineError.backupRefused(target.path, .notAFolder)
        }
        let names = try withExternalFileErrors(.reading, target) {
            try DurableFile.names(in: target)
        }
        // A newly formatted disk may contain this folder.
        guard names.isEmpty || names == ["lost+found"] || names.contains(Self.marker) else {
            throw TimelineError.backupRefused(target.path, .notABackup)
        }
    }

    /// Removes the partial files of killed backups.
    private func removeLeftovers(of copies: FolderBlobStore, in folder: OpenFolder) throws {
        for name in try folder.leftovers(olderThan: .distantFuture) { try folder.remove(name) }
        _ = try copies.leftovers(olderThan: .distantFuture, removing: true)
    }
}

extension SQLiteRepository {
    /// Copies a snapshot of the database to a new file.
    ///
    /// This method uses SQLite's backup API in a single step, so the copy contains exactly one
    /// commit, and writers can continue to write to the log. The references are read from the copy
    /// rather than from the store, because they must belong to the same commit.
    ///
    /// - Parameter path: The path of the new file, which has mode 0600.
    /// - Returns: The blobs that the copy references, including originals and those of drafts and
    ///   uploads.
    /// - Throws: `TimelineError`.
    fileprivate func copy(to path: URL) throws -> Set<BlobID> {
        try translatingErrors(StoreText.copying) {
            try withExternalFileErrors(.writing, path) { try DurableFile.create(path) }
            let copy = try Connection(path.path)
            // The copy is deleted after a crash, so it needs no journal on disk.
            try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
            try connections.copy(to: copy)
            let referenced = try copy.transaction(.deferred) {
                try StoreMove.photos(in: copy)
            }
            try copy.close()
            return referenced
        }
    }
}

/// The result of a backup.
///
/// All numbers refer to files, so they are higher than the number of photos: a photo consists of a
/// public copy and, in many cases, a preview and an original. A file that several posts show is
/// counted once.
///
/// ```swift
/// let report = try StoreBackup(of: repository, blobs: blobs, in: folder).copy(to: target)
/// show(report.newPhotoCount, report.photoCount, report.damagedPhotos)
/// ```
public struct BackupReport: Hashable, Sendable, Codable {
    /// The number of photo files that the store references, including damaged and missing files.
    public let photoCount: Int
    /// The number of files copied by this backup, not including files that earlier backups copied.
    public internal(set) var newPhotoCount = 0
    /// The SHA-256 digests of the files that could not be copied because they are missing or
    /// damaged in the store.
    ///
    /// Each digest has 64 hexadecimal digits. The digests are in ascending order.
    public internal(set) var damagedPhotos: [String] = []

    /// Creates a report for the given number of files, none of which are copied or damaged yet.
    init(photoCount: Int) { self.photoCount = photoCount }
}
