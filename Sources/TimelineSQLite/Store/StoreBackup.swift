public import Foundation
import GRDB
public import TimelineCore

/// Copies a store into a folder while programs use it.
///
/// The copy is a store: to restore it, copy its folder to the place of the lost one. It contains the private data
/// too. A copy into the same folder again adds only blobs that are new, and removes those that nothing in the
/// store references any more. At every moment the folder contains a whole copy, the former or the new one.
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
    ///   - folder: the store's folder, in which no backup may lie.
    public init(of repository: SQLiteRepository, blobs: FolderBlobStore, in folder: URL) {
        self.repository = repository
        self.blobs = blobs
        self.folder = folder
    }

    /// Copies the store.
    ///
    /// It blocks while it copies; other programs read and write meanwhile.
    ///
    /// - Parameters:
    ///   - target: a new or empty folder, or that of an earlier backup.
    ///   - progress: called with the number of blobs checked, and of all, after each.
    /// - Returns: what was copied.
    /// - Throws: `TimelineError`: `backupRefused`; `storageBusy` while another backup writes to the folder, or when
    ///   photos are deleted faster than they are copied; `storageFailed`.
    public func copy(
        to target: URL,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        try check(target)
        try DurableFile.makeFolder(target)
        return try LockedFolder.run(in: target, waiting: false) {
            try check(target)
            // A disk without permissions has none to correct.
            try? OpenFolder(target)?.setMode(0o700)
            let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
            try removeLeftovers(of: copies, in: target)
            let database = target.appending(path: "timeline.sqlite")
            let draft = DurableFile.temporaryPath(beside: database)
            do {
                let (named, report) = try copyAll(to: draft, copies, progress)
                try DurableFile.write(Self.instructions, to: target.appending(path: Self.marker))
                try StoreFile.replace(database, by: draft)
                for blob in try copies.all() where !named.contains(blob) { try copies.remove(blob) }
                return report
            } catch {
                StoreFile.removeDraft(draft)
                throw error
            }
        }
    }

    private static let attempts = 10

    /// Copies the database, then the blobs that the copy references.
    ///
    /// A photo that was deleted between the two is missing; then the database is copied again.
    private func copyAll(
        to draft: URL,
        _ copies: FolderBlobStore,
        _ progress: (Int, Int) -> Void
    ) throws -> (named: Set<BlobID>, report: BackupReport) {
        for _ in 0..<Self.attempts {
            StoreFile.removeDraft(draft)
            let named = try repository.copy(to: draft)
            var report = BackupReport(photoCount: named.count)
            var missing: [BlobID] = []
            for (index, blob) in named.sorted().enumerated() {
                switch try copy(blob, to: copies) {
                case .isThere: break
                case .isNew: report.newPhotoCount += 1
                case .isDamaged: report.damagedPhotos.append(blob.description)
                case .isMissing: missing.append(blob)
                }
                progress(index + 1, named.count)
            }
            let lost = try repository.read { reader in try missing.filter(reader.isReferenced) }
            guard lost == missing else { continue }
            report.damagedPhotos += lost.map(\.description)
            report.damagedPhotos.sort()
            return (named, report)
        }
        throw TimelineError.storageBusy
    }

    private enum Outcome { case isThere, isNew, isDamaged, isMissing }

    private func copy(_ blob: BlobID, to copies: FolderBlobStore) throws -> Outcome {
        let size = DurableFile.size(of: blobs.path(for: blob))
        if let size, DurableFile.size(of: copies.path(for: blob)) == size { return .isThere }
        let content: Data?
        do {
            content = try blobs.data(for: blob)
        } catch TimelineError.storageFailed {
            return .isDamaged
        }
        guard let content else { return .isMissing }
        _ = try copies.put(content)
        return .isNew
    }

    private func check(_ target: URL) throws {
        guard try !DurableFile.isInside(target, folder) else {
            throw TimelineError.backupRefused(target.path, .insideStore)
        }
        guard try DurableFile.exists(target) else { return }
        guard DurableFile.isFolder(target) else { throw TimelineError.notAFolder(target.path) }
        let names = try DurableFile.names(in: target)
        // A new disk may have a folder of the system's.
        guard names.isEmpty || names == ["lost+found"] || names.contains(Self.marker) else {
            throw TimelineError.backupRefused(target.path, .notABackup)
        }
    }

    /// Removes files that a backup which was killed had begun.
    private func removeLeftovers(of copies: FolderBlobStore, in target: URL) throws {
        let leftovers =
            try DurableFile.leftovers(in: target, olderThan: .distantFuture)
            + copies.leftovers(olderThan: .distantFuture)
        for path in leftovers { try DurableFile.remove(path) }
    }

    private static let instructions = Data(
        """
        This folder is a backup of a Timeline store: timeline.sqlite and the photos in blobs.
        To restore it, copy the folder to the place of the store, then run `timeline doctor`.

        """
        .utf8
    )
}

/// What a backup copied.
public struct BackupReport: Hashable, Sendable, Codable {
    /// How many photos the backup contains, damaged ones included.
    public let photoCount: Int
    /// How many of them were copied now; earlier backups had the others.
    public internal(set) var newPhotoCount = 0
    /// The SHA-256 of photos that are missing or damaged in the store, and so in the backup.
    public internal(set) var damagedPhotos: [String] = []

    init(photoCount: Int) { self.photoCount = photoCount }
}

extension SQLiteRepository {
    /// Copies the database as it is at one moment to a new file.
    ///
    /// - Returns: the blobs that the copy references.
    /// - Throws: `TimelineError`.
    fileprivate func copy(to path: URL) throws -> Set<BlobID> {
        try translatingErrors("Copying the database") {
            try DurableFile.create(path)
            let copy = try DatabaseQueue(path: path.path)
            try copy.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
            }
            try backup(to: copy)
            let named = try copy.read { try SQLiteSocial(database: $0).referencedBlobs() }
            try copy.close()
            return named
        }
    }
}
