import Foundation
import TimelineCore
import TimelineRecords

/// The state of a store before an import, or after it.
struct StoreState: Sendable {
    /// The hashes of the lines to which the store would export.
    private(set) var lines: Set<BlobID> = []
    /// The users in whose names nothing unsigned is accepted: those with an account or keys.
    private(set) var protected: Set<User.ID>
    /// The keys of all users.
    private(set) var keys = KeyDirectory()

    /// Reads the whole store once.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    init(_ reader: any SocialReader, _ accounts: any AccountReader) throws {
        protected = Set(try accounts.users()).union(try accounts.usersWithKeys())
        try reader.forEachEntry { entry in
            lines.insert(Self.hash(of: ArchiveLine(entry)))
            guard case .record(let record) = entry.statement,
                record.body.content.kind == .keyAdded
            else { return }
            protected.insert(entry.author)
            keys.insert(record)
        }
    }

    /// Returns the hash by which a line is found.
    static func hash(of line: ArchiveLine) -> BlobID { BlobID(of: Data(line.text.utf8)) }
}
