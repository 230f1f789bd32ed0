import TimelineRecords

/// A valid record that the store did not accept.
struct StoredRejection: StateValue {
    static let elementCount = 5

    let position: RecordPosition
    let scope: RecordUserID
    let author: RecordUserID
    /// Whether the record was rejected because its post is older than the store's limit.
    let isTooOld: Bool

    init(
        position: RecordPosition,
        scope: RecordUserID,
        author: RecordUserID,
        isTooOld: Bool
    ) {
        self.isTooOld = isTooOld
        self.position = position
        self.scope = scope
        self.author = author
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        self.init(
            position: RecordPosition(
                milliseconds: try reader.unsigned(),
                id: try reader.value()
            ),
            scope: try reader.value(),
            author: try reader.value(),
            isTooOld: try reader.bit()
        )
    }

    func write(to writer: inout CBORWriter) {
        writer.write(position.milliseconds)
        writer.write(position.id)
        writer.write(scope)
        writer.write(author)
        writer.write(bit: isTooOld)
    }
}
