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
        /// The stamp of the file when it was read or written.
        ///
        /// A pack with another stamp is read again.
        public var stamp: FileStamp

        /// Creates an entry.
        public init(records: Set<RecordID>, isComplete: Bool, stamp: FileStamp) {
            self.records = records
            self.isComplete = isComplete
            self.stamp = stamp
        }
    }

    /// The packs that the folder contained during the last sync.
    public var packs: [PackName: Entry] = [:]
    /// The scopes that the store wanted when it read the packs.
    ///
    /// If they change, all packs are read again.
    public var scopes: ScopesHash?
    /// The latest change of any blob's file that has been checked, in nanoseconds since 1970, or 0.
    ///
    /// Blobs that this device holds are checked again if their files have changed since then.
    public var blobsChecked: UInt64 = 0

    /// Creates the memory of a new folder.
    public init() {}
}
