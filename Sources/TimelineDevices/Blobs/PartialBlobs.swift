import Foundation
import TimelineCore
import TimelineRecords

/// A folder of partially received blobs, each in a file named after its hash.
///
/// The files are not synced to disk: after a power failure, a corrupted part fails its hash check
/// and is requested again.
struct PartialBlobs: Sendable {
    let folder: URL

    /// Returns the number of bytes of a blob that have arrived.
    func byteCount(of blob: BlobHash) -> UInt64 {
        UInt64(DurableFile.size(of: path(of: blob)) ?? 0)
    }

    /// Appends bytes to the part of a blob.
    ///
    /// - Throws: `TimelineError.storageFailed` or `TimelineError.storageReadOnly`.
    func append(_ bytes: [UInt8], to blob: BlobHash) throws {
        let path = path(of: blob)
        if try !DurableFile.exists(path) {
            try DurableFile.makeFolder(folder)
            try DurableFile.create(path)
        }
        do {
            let file = try FileHandle(forWritingTo: path)
            defer { try? file.close() }  // Everything was written.
            try file.seekToEnd()
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw TimelineError.storageFailed(
                StorageFailure(
                    operation: "\(FileOperation.writing) \(path.path)",
                    reason: error.localizedDescription
                )
            )
        }
    }

    /// Returns the bytes of a blob that have arrived, or `nil` if none have.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func content(of blob: BlobHash) throws -> Data? { try DurableFile.read(path(of: blob)) }

    /// Deletes the bytes of a blob that have arrived.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func remove(_ blob: BlobHash) throws { try DurableFile.remove(path(of: blob)) }

    /// Deletes the parts of all blobs that are no longer wanted.
    ///
    /// - Throws: `TimelineError.storageFailed`, or any error thrown by `isWanted`.
    func removeAll(unless isWanted: (BlobID) throws -> Bool) throws {
        for name in try DurableFile.names(in: folder) {
            guard let blob = BlobID(name), try !isWanted(blob) else { continue }
            try remove(blob.hash)
        }
    }

    private func path(of blob: BlobHash) -> URL { folder.appending(path: "\(blob)") }
}
