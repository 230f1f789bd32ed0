import TimelineCore

extension WantedRange {
    /// Reads a range.
    init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 2)
        let scope: User.ID = try reader.value()
        let bound: RecordPosition? = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            let milliseconds = try reader.milliseconds()
            return RecordPosition(milliseconds: milliseconds, id: try reader.value())
        }
        self.init(scope: scope, bound: bound)
    }

    /// Writes the range.
    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.write(scope)
        writer.optional(bound) { writer, bound in
            writer.array(2)
            writer.write(bound.milliseconds)
            writer.write(bound.id)
        }
    }
}
