package import TimelineCore

/// A device's memory of the packs in a folder that it has read or written.
///
/// Store it with the private data. Without it, everything is read again, with the same result.
package struct FolderMemory: Hashable, Sendable {
    /// A pack that has been read or written.
    package struct Entry: Hashable, Sendable {
        /// The IDs of the pack's verified records.
        package var records: Set<RecordID>
        /// Whether the pack need not be read again, apart from what it leaves over.
        package var isComplete: Bool
        /// The stamp of the file when it was read or written.
        ///
        /// A pack with another stamp is read again.
        package var stamp: FileStamp
        /// The records whose stamps were ahead of the clock.
        package var future: Set<FutureRecord> = []
        /// The time of the clock from which the first of them can be accepted, in milliseconds since
        /// 1970.
        package var due: UInt64?
        /// The state of the store in which keys of some records were missing.
        ///
        /// As long as the store stays in that state, they are still missing.
        package var lacking: SyncToken?

        /// Creates an entry.
        package init(records: Set<RecordID>, isComplete: Bool, stamp: FileStamp) {
            self.records = records
            self.isComplete = isComplete
            self.stamp = stamp
        }

        /// Returns whether records that the pack left over may be accepted now.
        func isDue(at milliseconds: UInt64, in state: SyncToken) -> Bool {
            due.map { $0 <= milliseconds } == true || lacking.map { $0 != state } == true
        }
    }

    /// The packs that the folder contained during the last sync.
    package var packs: [PackName: Entry] = [:]
    /// The scopes that the store wanted when it read the packs.
    ///
    /// If they change, all packs are read again.
    package var scopes: ScopesHash?
    /// The latest change of any blob's file that has been checked, in nanoseconds since 1970, or 0.
    ///
    /// Blobs that this device holds are checked again if their files have changed since then.
    package var blobsChecked: UInt64 = 0

    /// Creates the memory of a new folder.
    package init() {}
}
