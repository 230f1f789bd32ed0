public import TimelineRecords

/// A device's memory of the packs in a folder that it has read or written.
///
/// Store it with the private data. Without it, everything is read again, with the same result.
public struct FolderMemory: Hashable, Sendable {
    /// A pack that has been read or written.
    public struct Entry: Hashable, Sendable {
        /// The IDs of the pack's verified records.
        public var records: Set<RecordID>
        /// Whether the pack need not be read again.
        public var isComplete: Bool

        /// Creates an entry.
        public init(records: Set<RecordID>, isComplete: Bool) {
            self.records = records
            self.isComplete = isComplete
        }
    }

    /// The packs that the folder contained during the last sync.
    public var packs: [PackName: Entry] = [:]
    /// The scopes that the store wanted when it read the packs.
    ///
    /// If they change, all packs are read again.
    public var scopes: ScopesHash?

    /// Creates the memory of a new folder.
    public init() {}
}
