import TimelineCore

extension Message {
    /// Decodes the content of a frame.
    ///
    /// - Throws: ``SyncError/malformedFrame(type:_:)`` or ``SyncError/unsupportedVersion(_:)``.
    init(decoding frame: Frame) throws(SyncError) {
        guard frame.type != .hello else {
            self = .hello(try Hello(decoding: frame.content))
            return
        }
        do throws(RecordError) {
            var reader = CBORReader(frame.content)
            try self.init(reading: &reader, type: frame.type)
            try reader.finish()
        } catch {
            throw .malformedFrame(type: frame.type.rawValue, error)
        }
    }

    private init(reading reader: inout CBORReader, type: FrameType) throws(RecordError) {
        switch type {
        // `init(decoding:)` has already handled hellos.
        case .hello: throw .malformed
        case .negentropy:
            try reader.array(of: 2)
            let round = try reader.unsigned()
            self = .negentropy(round: round, message: Array(try reader.byteString()))
        case .want:
            try reader.array(of: 2)
            let ids: [SaltedID] = try reader.values(atMost: .max)
            self = .want(ids: ids, ranges: try reader.ranges())
        case .records:
            try reader.array(of: 2)
            let encodings = try reader.byteStrings()
            self = .records(encodings: encodings, completed: try reader.values(atMost: .max))
        case .lack:
            try reader.array(of: 2)
            let ids: [SaltedID] = try reader.values(atMost: .max)
            self = .lack(ids: ids, blobs: try reader.values(atMost: .max))
        case .wantBlob:
            try reader.array(of: 3)
            let blob: BlobID = try reader.value()
            let offset = try reader.unsigned(atMost: UInt64(PictureLimits.bytes))
            let count = try reader.unsigned()
            self = .wantBlob(BlobRequest(blob: blob, offset: offset, count: count))
        case .blob:
            try reader.array(of: 3)
            let blob: BlobID = try reader.value()
            let offset = try reader.unsigned(atMost: UInt64(PictureLimits.bytes))
            let bytes = Array(try reader.byteString())
            self = .blob(BlobPart(blob: blob, offset: offset, bytes: bytes))
        case .private: self = .private(Array(try reader.byteString()))
        case .end:
            try reader.array(of: 2)
            guard let status = TurnEnd.Status(rawValue: try reader.unsigned()) else {
                throw .malformed
            }
            self = .end(TurnEnd(status: status, token: try reader.value()))
        case .error: self = .error(PeerError(rawValue: try reader.text()) ?? .other)
        }
    }
}

extension CBORReader {
    fileprivate mutating func ranges() throws(RecordError) -> [WantedRange] {
        let count = try array()
        var ranges: [WantedRange] = []
        for _ in 0..<count { ranges.append(try WantedRange(reading: &self)) }
        return ranges
    }

    fileprivate mutating func byteStrings() throws(RecordError) -> [[UInt8]] {
        let count = try array()
        var strings: [[UInt8]] = []
        for _ in 0..<count { strings.append(Array(try byteString())) }
        return strings
    }
}
