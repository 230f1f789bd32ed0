import TimelineCore

/// Builds the frames of a request or reply.
struct OutgoingTurn {
    private(set) var bytes: [UInt8] = []
    /// The number of bytes of records so far.
    private(set) var recordByteCount = 0
    private(set) var records = RecordTally()
    /// Whether the turn contains anything that the other side must answer or commit.
    private(set) var expectsMore = false
    private let limits: TurnLimits
    private var encodings: [[UInt8]] = []
    private var encodingByteCount = 0

    /// Whether the records in the turn have reached the limit.
    var isFull: Bool { recordByteCount >= limits.records }

    init(_ limits: TurnLimits = .standard) {
        self.limits = limits
    }

    /// Adds a message.
    mutating func add(_ message: Message) {
        flushRecords()
        bytes += message.frame.encoded
        switch message {
        case .negentropy, .want, .records, .wantBlob: expectsMore = true
        case .hello, .lack, .blob, .private, .end, .error: break
        }
    }

    /// Adds a record, in the same frame as adjacent records if it fits.
    mutating func add(_ record: VerifiedRecord) {
        let encoding = record.record.encoded
        // The CBOR head of a byte string of this length has at most five bytes.
        let byteCount = encoding.count + 5
        if encodingByteCount + byteCount > FrameLimits.payload { flushRecords() }
        encodings.append(encoding)
        encodingByteCount += byteCount
        recordByteCount += byteCount
        records.add(record)
    }

    /// Marks the requested ranges of scopes as complete, after their records.
    mutating func complete(_ scopes: [User.ID]) {
        flushRecords()
        guard !scopes.isEmpty else { return }
        add(.records(encodings: [], completed: scopes))
    }

    /// Ends the turn.
    mutating func end(_ end: TurnEnd) {
        add(.end(end))
    }

    private mutating func flushRecords() {
        guard !encodings.isEmpty else { return }
        bytes += Message.records(encodings: encodings, completed: []).frame.encoded
        encodings = []
        encodingByteCount = 0
        expectsMore = true
    }
}
