import Foundation
import TimelineCore
import TimelineRecords

/// The keys and accounts in a store before an import.
struct StoreState: Sendable {
    /// The users whose changes must be signed: those with an account or keys.
    private(set) var protected: Set<User.ID>
    /// The keys of all users.
    private(set) var keys = KeyDirectory()

    /// Reads the whole store once.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    init(_ reader: any SocialReader, _ accounts: any AccountReader) throws {
        protected = Set(try accounts.users()).union(try accounts.usersWithKeys())
        try reader.forEachEntry { entry in
            guard case .record(let record) = entry.statement,
                record.body.content.kind == .keyAdded
            else { return }
            protected.insert(entry.author)
            keys.insert(record)
        }
    }
}

extension SocialReader {
    /// Returns the hashes of those given entries that the store would export.
    ///
    /// Only the store's entries with the same times are read, so memory is bounded by the number of
    /// given entries.
    func present(_ entries: [ArchivedEntry]) throws -> Set<BlobID> {
        let times = entries.map(\.entry.milliseconds)
        guard let first = times.min(), let last = times.max() else { return [] }
        let hashes = Set(entries.map(\.hash))
        var present: Set<BlobID> = []
        try forEachEntry(in: first...last) { entry in
            let hash = ArchiveLine(entry).hash
            if hashes.contains(hash) { present.insert(hash) }
        }
        return present
    }
}

extension ArchiveLine {
    /// The hash that identifies a line.
    var hash: BlobID { BlobID(of: Data(text.utf8)) }
}
