import TimelineCore

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
