import Foundation
import TimelineCore

/// A folder of partially received blobs, each in a file named after its hash.
///
/// The files are not synced to disk: after a power failure, a corrupted part fails its hash check
/// and is requested again. Processes that receive the same blob at once add to the same file, one
/// after another.
struct PartialBlobs: Sendable {
    let folder: URL

    /// Returns the number of bytes of a blob that have arrived.
    func byteCount(of blob: BlobID) -> UInt64 {
        UInt64(DurableFile.size(of: path(of: blob)) ?? 0)
    }

    /// Appends bytes to the part of a blob, unless the part does not end at `offset`.
    ///
    /// - Returns: The number of bytes of the blob that have arrived.
    /// - Throws: `TimelineError.storageFailed` or `TimelineError.storageReadOnly`.
    func append(_ bytes: [UInt8], to blob: BlobID, at offset: UInt64) throws -> UInt64 {
        try locked { folder in
            UInt64(try folder.append(bytes, to: "\(blob)", at: Int(clamping: offset)))
        }
    }

    /// Runs `body` while no other process adds to the files.
    ///
    /// - Throws: Any error thrown by `body`, or `TimelineError.storageFailed`.
    func locked<Result>(_ body: (OpenFolder) throws -> Result) throws -> Result {
        let opened = try OpenFolder(folder) ?? OpenFolder(making: folder)
        return try opened.locked { try body(opened) }
    }

    /// Returns the bytes of a blob that have arrived, or `nil` if none have.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func content(of blob: BlobID) throws -> Data? { try OpenFolder(folder)?.read("\(blob)") }

    /// Deletes the bytes of a blob that have arrived.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func remove(_ blob: BlobID) throws { try OpenFolder(folder)?.remove("\(blob)") }

    /// Returns the blobs of which parts have arrived.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func blobs() throws -> [BlobID] {
        try DurableFile.names(in: folder).compactMap { BlobID($0) }
    }

    /// Returns the path of the part of a blob.
    func path(of blob: BlobID) -> URL { folder.appending(path: "\(blob)") }
}
