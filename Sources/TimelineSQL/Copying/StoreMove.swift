import Foundation
package import TimelineCore

/// A move of a store to another place, such as from a folder to servers.
///
/// ```swift
/// let move = StoreMove(of: repository, photos, to: target) { try S3BlobStore(…) }
/// let report = try move.run()
/// ```
///
/// ## How it works
/// 1. The photos are copied, while others can use the store.
/// 2. From here on, nobody can write to the store until the end. Its manifest is computed, and photos
///    that have been added in the meantime are copied.
/// 3. All tables are copied to a draft, whose name contains the fingerprint of the manifest.
/// 4. The manifest of the draft is computed, and must be equal.
/// 5. The draft becomes a store, in one step.
///
/// The store itself stays as it was. If the process is killed, the next move continues: it finds the
/// photos that have been copied and, unless the store has changed, the draft. If the process is killed
/// after step 5, the next move finds that the target is equal.
package struct StoreMove: Sendable {
    private let source: any MovableStore
    private let photos: any BlobStore
    private let target: any StoreTarget
    private let makeTargetPhotos: @Sendable () throws -> any BlobStore
    private let pageSize: Int

    /// What a move does.
    package enum Stage: Sendable {
        case copyingPhotos
        case copyingRows
    }

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - source: The store.
    ///   - photos: Its photos.
    ///   - target: The place for the copy.
    ///   - pageSize: The number of rows that are copied in one transaction.
    ///   - makeTargetPhotos: A closure that opens the place for the copies of the photos, after the
    ///     target has been found to be suitable.
    package init(
        of source: any MovableStore,
        _ photos: any BlobStore,
        to target: any StoreTarget,
        pageSize: Int = StoreCopy.pageSize,
        photosTo makeTargetPhotos: @escaping @Sendable () throws -> any BlobStore
    ) {
        self.source = source
        self.photos = photos
        self.target = target
        self.pageSize = pageSize
        self.makeTargetPhotos = makeTargetPhotos
    }

    /// Copies the store.
    ///
    /// This call blocks until the copy is complete.
    ///
    /// - Parameter progress: A closure that is called from time to time with the number of photos or
    ///   rows in the copy so far, and with the total number. If it throws an error, the move ends.
    /// - Returns: What has been copied, and the damaged photos.
    /// - Throws: ``MoveError``, any error thrown by `progress`, or `TimelineError`.
    package func run(
        progress: (Stage, _ done: Int, _ total: Int) throws -> Void = { _, _, _ in }
    ) throws -> MoveReport {
        if let found = try target.manifest() {
            let manifest = try source.snapshot { try StoreManifest(of: $0) }
            guard manifest == found else { throw MoveError.targetNotEmpty }
        }
        var copies = PhotoCopies(from: photos, to: try makeTargetPhotos())
        let referenced = try source.snapshot { try Self.photos(in: $0) }
        try copies.add(referenced) { try progress(.copyingPhotos, $0, $1) }
        return try source.holding { connection in
            let manifest = try StoreManifest(of: connection)
            // What is missing now is lost, because nobody deletes photos anymore.
            let referenced = try Self.photos(in: connection)
            try copies.add(referenced) { try progress(.copyingPhotos, $0, $1) }
            try copies.check(referenced)
            let rowCount = try copyTables(connection, manifest, progress)
            return MoveReport(
                recordCount: manifest.recordCount,
                rowCount: manifest.rowCount,
                newRowCount: rowCount,
                photoCount: referenced.count,
                newPhotoCount: copies.newCount,
                damagedPhotos: copies.damaged.intersection(referenced).map(\.description).sorted()
            )
        }
    }

    /// Copies and publishes the tables, unless the target has them, and returns the number of rows.
    private func copyTables(
        _ connection: any SQLConnection,
        _ manifest: StoreManifest,
        _ progress: (Stage, Int, Int) throws -> Void
    ) throws -> Int {
        if let found = try target.manifest() {
            guard manifest == found else { throw MoveError.targetNotEmpty }
            return 0
        }
        return try target.drafting(manifest.fingerprint) { draft in
            let copy = StoreCopy(from: connection, to: draft, pageSize: pageSize)
            var done = 0
            let count = try copy.run { rows in
                done += rows
                try progress(.copyingRows, done, manifest.rowCount)
            }
            let copied = try draft.connection.transaction {
                try StoreManifest(of: draft.connection)
            }
            let differences = copied.differences(from: manifest).filter { $0 != "clock" }
            guard differences.isEmpty else { throw MoveError.copyDiffers(differences) }
            try draft.publish(copy.clock())
            return count
        }
    }

    /// Returns the blobs that a store references, including originals and those of drafts and uploads.
    package static func photos(in connection: any SQLConnection) throws -> Set<BlobID> {
        let accounts = PrivateTables(connection: connection)
        return try ReadTransaction(uncached: connection).referencedBlobs()
            .union(accounts.allOriginals()).union(accounts.draftedBlobs())
    }
}

/// The result of a move.
///
/// The numbers of photos refer to files, like those of a backup.
package struct MoveReport: Hashable, Sendable, Codable {
    /// The number of live records in both stores.
    package let recordCount: Int
    /// The number of rows in all tables of both stores.
    package let rowCount: Int
    /// The number of rows that this move has copied, not including those of earlier, unfinished moves.
    package let newRowCount: Int
    /// The number of photo files that both stores reference.
    package let photoCount: Int
    /// The number of photo files that this move has copied.
    package let newPhotoCount: Int
    /// The SHA-256 digests of the files that are missing or damaged in the source, in ascending order.
    package let damagedPhotos: [String]
}

/// The copies of photos that a move makes.
private struct PhotoCopies {
    private let source: any BlobStore
    private let target: any BlobStore
    private var copied: Set<BlobID> = []
    /// The blobs that are missing or damaged in the source.
    private(set) var damaged: Set<BlobID> = []
    /// The number of blobs that the target lacked.
    private(set) var newCount = 0

    /// The number of blobs that are copied before the progress is reported.
    private static let batchSize = 64
    /// The number of blobs in memory at once, each of which has some megabytes at most.
    private static let width = 8

    init(from source: any BlobStore, to target: any BlobStore) {
        (self.source, self.target) = (source, target)
    }

    /// Copies the blobs that the target lacks, several at once.
    mutating func add(_ blobs: Set<BlobID>, progress: (Int, Int) throws -> Void) throws {
        let wanted = blobs.subtracting(copied)
        copied.formUnion(try target.contained(among: wanted))
        damaged = []
        let missing = wanted.subtracting(copied).sorted()
        for start in stride(from: 0, to: missing.count, by: Self.batchSize) {
            let batch = Array(missing[start...].prefix(Self.batchSize))
            let (source, target) = (source, target)
            let areCopied = try concurrently(batch, width: Self.width) {
                try Self.copy($0, from: source, to: target)
            }
            for (blob, isCopied) in zip(batch, areCopied) {
                if isCopied { copied.insert(blob) } else { damaged.insert(blob) }
            }
            newCount += areCopied.count(where: \.self)
            try progress(blobs.count - missing.count + start + batch.count, blobs.count)
        }
    }

    /// Copies a blob, and returns whether the source has it.
    ///
    /// Reading a blob checks its contents against the hash.
    private static func copy(
        _ blob: BlobID,
        from source: any BlobStore,
        to target: any BlobStore
    ) throws -> Bool {
        let content: Data?
        do {
            content = try source.data(for: blob)
        } catch TimelineError.storageFailed(let failure) {
            // This call throws the error again if the store, rather than the blob, is the reason.
            guard try !source.isWhole(blob) else { throw TimelineError.storageFailed(failure) }
            return false
        }
        guard let content else { return false }
        try target.put(Blob(content))
        return true
    }

    /// Checks that the target has all blobs that the source has.
    func check(_ blobs: Set<BlobID>) throws {
        let missing = blobs.subtracting(damaged)
            .subtracting(try target.contained(among: blobs))
        guard missing.isEmpty else { throw MoveError.photosMissing(missing.count) }
    }
}
