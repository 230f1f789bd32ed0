import Negentropy
import TimelineCore

/// The content of a frame.
enum Message: Hashable {
    case hello(Hello)
    /// A message of one reconciliation round; the rounds of a session are numbered from 1.
    case negentropy(round: UInt64, message: [UInt8])
    case want(ids: [SaltedID], ranges: [WantedRange])
    /// Encoded records, and the scopes whose wanted ranges are complete.
    case records(encodings: [[UInt8]], completed: [User.ID])
    case lack(ids: [SaltedID], blobs: [BlobID])
    case wantBlob(BlobRequest)
    case blob(BlobPart)
    case `private`([UInt8])
    case end(TurnEnd)
    case error(PeerError)

    /// The type of the frame.
    var type: FrameType {
        switch self {
        case .hello: .hello
        case .negentropy: .negentropy
        case .want: .want
        case .records: .records
        case .lack: .lack
        case .wantBlob: .wantBlob
        case .blob: .blob
        case .private: .private
        case .end: .end
        case .error: .error
        }
    }
}

/// The ID of a record, salted for one session.
struct SaltedID: ByteValue {
    static let byteCount = ItemID.byteCount

    let item: ItemID

    init(_ item: ItemID) {
        self.item = item
    }

    init?(bytes: some Collection<UInt8>) {
        guard let item = ItemID(bytes: bytes) else { return nil }
        self.item = item
    }

    var bytes: [UInt8] { item.bytes }

    static func < (left: Self, right: Self) -> Bool { left.item < right.item }
}

/// A request for a part of a blob.
struct BlobRequest: Hashable {
    /// The SHA-256 of the whole blob.
    let blob: BlobID
    /// The number of bytes that the sender of the request already has.
    let offset: UInt64
    /// The maximum number of bytes to send, starting at the offset.
    let count: UInt64
}

/// A part of a blob.
struct BlobPart: Hashable {
    /// The SHA-256 of the whole blob.
    let blob: BlobID
    /// The offset of the part's first byte within the blob.
    let offset: UInt64
    /// The bytes of the part.
    let bytes: [UInt8]
}

/// The last frame of a request or a reply.
struct TurnEnd: Hashable {
    /// The state of the session from the sender's point of view.
    enum Status: UInt64 {
        /// The sender expects more.
        case open = 0
        /// The sender needs nothing more.
        case done = 1
        /// The sender needs nothing more, and both sides have the same records.
        case equal = 2
    }

    let status: Status
    /// The sender's state token after it has committed everything it received.
    let token: SyncToken
}

extension Message {
    /// Decodes the content of a frame.
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

extension Message {
    /// The frame that contains the message.
    var frame: Frame { Frame(type: type, content: content) }

    private var content: [UInt8] {
        var writer = CBORWriter()
        switch self {
        case .hello(let hello): return hello.content
        case .negentropy(let round, let message):
            writer.array(2)
            writer.write(round)
            writer.write(message)
        case .want(let ids, let ranges):
            writer.array(2)
            writer.write(values: ids)
            writer.array(ranges.count)
            for range in ranges { range.write(to: &writer) }
        case .records(let encodings, let completed):
            writer.array(2)
            writer.array(encodings.count)
            for encoding in encodings { writer.write(encoding) }
            writer.write(values: completed)
        case .lack(let ids, let blobs):
            writer.array(2)
            writer.write(values: ids)
            writer.write(values: blobs)
        case .wantBlob(let request):
            writer.array(3)
            writer.write(request.blob)
            writer.write(request.offset)
            writer.write(request.count)
        case .blob(let part):
            writer.array(3)
            writer.write(part.blob)
            writer.write(part.offset)
            writer.write(part.bytes)
        case .private(let payload): writer.write(payload)
        case .end(let end):
            writer.array(2)
            writer.write(end.status.rawValue)
            writer.write(end.token)
        case .error(let failure): writer.write(failure.rawValue)
        }
        return writer.bytes
    }
}

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
