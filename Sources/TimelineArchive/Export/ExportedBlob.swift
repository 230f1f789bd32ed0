import Foundation
import TimelineCore

/// The contents of a blob for an export, or the reason that it is left out.
enum ExportedBlob {
    case content(Data)
    /// The file is missing from the store or damaged.
    case lost
    /// Sync has not received the blob yet, or a storage budget has removed it.
    case unavailable
}

extension BlobStore {
    /// Reads a blob for an export.
    ///
    /// - Throws: `TimelineError.storageFailed` if the private data cannot be read.
    func exported(_ blob: BlobID, _ accounts: any AccountReader) throws -> ExportedBlob {
        do {
            if let content = try data(for: blob) { return .content(content) }
        } catch TimelineError.storageFailed {
            return .lost
        }
        return try accounts.isAwaited(blob) ? .unavailable : .lost
    }
}
