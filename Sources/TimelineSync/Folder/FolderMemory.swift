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

extension FolderMemory {
    /// The version of the encoding.
    private static let version: UInt64 = 1

    /// The memory encoded as deterministic CBOR.
    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(4)
        writer.write(Self.version)
        writer.optional(scopes) { $0.write($1) }
        writer.write(blobsChecked)
        writer.array(packs.count)
        for (name, entry) in packs.sorted(by: { $0.key < $1.key }) {
            writer.array(9)
            writer.write(name.device)
            writer.write(name.number)
            writer.write(entry.stamp.byteCount)
            writer.write(entry.stamp.changed)
            writer.write(flag: entry.isComplete)
            writer.write(values: entry.records.sorted())
            writer.optional(entry.due) { $0.write($1) }
            writer.optional(entry.lacking) { $0.write($1) }
            writer.array(entry.future.count)
            for record in entry.future.sorted(by: { $0.id < $1.id }) { record.write(to: &writer) }
        }
        return writer.bytes
    }

    /// Decodes a memory.
    ///
    /// Returns `nil` if it is malformed. In that case, start with an empty memory.
    package init?(decoding bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 4)
            guard try reader.unsigned() == Self.version else { return nil }
            scopes = try reader.optional { reader throws(RecordError) in try reader.value() }
            blobsChecked = try reader.unsigned()
            for _ in 0..<(try reader.array()) {
                try reader.array(of: 9)
                let device: KeyID = try reader.value()
                let name = PackName(device: device, number: try reader.unsigned())
                let stamp = FileStamp(
                    byteCount: try reader.unsigned(),
                    changed: try reader.unsigned()
                )
                let isComplete = try reader.flag()
                let records: [RecordID] = try reader.values(atMost: .max)
                var entry = Entry(
                    records: Set(records),
                    isComplete: isComplete,
                    stamp: stamp
                )
                entry.due = try reader.optional { reader throws(RecordError) in
                    try reader.unsigned()
                }
                entry.lacking = try reader.optional { reader throws(RecordError) in
                    try reader.value()
                }
                for _ in 0..<(try reader.array()) {
                    entry.future.insert(try FutureRecord(reading: &reader))
                }
                packs[name] = entry
            }
            try reader.finish()
        } catch {
            return nil
        }
    }
}

/// The size and the time of the last change of a file, by which changes of the file are noticed.
///
/// Neither a cloud service nor another program can change a file without changing its stamp.
package struct FileStamp: Hashable, Sendable {
    /// The size in bytes.
    package let byteCount: UInt64
    /// The time of the last change of the content or the attributes, in nanoseconds since 1970.
    package let changed: UInt64

    /// Creates a stamp.
    package init(byteCount: UInt64, changed: UInt64) {
        (self.byteCount, self.changed) = (byteCount, changed)
    }

    init(_ entry: OpenFolder.Entry) {
        // An item that is not a regular file has a size that no file has.
        byteCount = entry.kind == .file ? UInt64(clamping: entry.byteCount) : .max
        changed = UInt64(clamping: entry.changed)
    }
}
