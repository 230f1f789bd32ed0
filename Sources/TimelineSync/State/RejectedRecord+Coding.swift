import TimelineCore

extension RejectedRecord: StateValue {
    static var elementCount: Int { 6 }

    init(reading reader: inout CBORReader) throws(RecordError) {
        let position = RecordPosition(
            milliseconds: try reader.milliseconds(),
            id: try reader.value()
        )
        let (scope, author): (User.ID, User.ID) = (
            try reader.value(), try reader.value()
        )
        let key: KeyID = try reader.value()
        guard let reason = RejectionReason(rawValue: try reader.unsigned()) else {
            throw .malformed
        }
        self.init(position: position, scope: scope, author: author, key: key, reason: reason)
    }

    func write(to writer: inout CBORWriter) {
        writer.write(position.milliseconds)
        writer.write(position.id)
        writer.write(scope)
        writer.write(author)
        writer.write(key)
        writer.write(reason.rawValue)
    }
}
