import TimelineCore

/// The stored progress of the first sync of a scope.
struct StoredProgress: StateValue {
    static let elementCount = 1

    let progress: FirstSyncProgress

    init(_ progress: FirstSyncProgress) { self.progress = progress }

    init(reading reader: inout CBORReader) throws(RecordError) {
        let position: RecordPosition? = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            return RecordPosition(milliseconds: try reader.milliseconds(), id: try reader.value())
        }
        progress = position.map { .receivedDown(to: $0) } ?? .complete
    }

    func write(to writer: inout CBORWriter) {
        switch progress {
        case .complete: writer.null()
        case .receivedDown(let position):
            writer.array(2)
            writer.write(position.milliseconds)
            writer.write(position.id)
        }
    }
}
