package import TimelineRecords

extension StoreScopes {
    /// Reads both lists, each in ascending order.
    ///
    /// - Throws: A `RecordError` if a list is not in order or too long, or if both contain a user.
    package init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 2)
        let wanted: [RecordUserID] = try reader.values(atMost: .max)
        let held: [RecordUserID] = try reader.values(atMost: SessionLimits.heldUsers)
        for list in [wanted, held] {
            guard zip(list, list.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .malformed }
        }
        self.init(wanted: Set(wanted), held: Set(held))
        guard self.held.count == held.count else { throw .malformed }
    }

    /// Writes both lists.
    package func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.write(values: wanted.sorted())
        writer.write(values: held.sorted())
    }
}
