import TimelineCore

/// The frames of a request or reply, collected until its end.
struct IncomingTurn {
    private(set) var byteCount = 0
    private var hasHello = false
    private(set) var round: (number: UInt64, message: [UInt8])?
    private(set) var wantedIDs: [SaltedID] = []
    /// The ranges, at most one per scope.
    private(set) var wantedRanges: [WantedRange] = []
    private var wantedScopes: Set<User.ID> = []
    private(set) var encodings: [[UInt8]] = []
    private(set) var completed: Set<User.ID> = []
    private(set) var lackedIDs: Set<SaltedID> = []
    private(set) var lackedBlobs: Set<BlobID> = []
    /// The requests without repetitions.
    private(set) var blobRequests: [BlobRequest] = []
    private var distinctRequests: Set<BlobRequest> = []
    private var blobPartCount = 0
    private(set) var privatePayload: [UInt8]?

    /// Whether the sender wants records or continues a reconciliation.
    var concernsRecords: Bool {
        round != nil || !wantedIDs.isEmpty || !wantedRanges.isEmpty || !encodings.isEmpty
    }

    /// Adds the length of a frame.
    mutating func count(_ frame: Frame) throws(SyncError) {
        byteCount += frame.byteCount
        guard byteCount <= SessionLimits.turn else { throw .turnTooLong }
    }

    /// Notes a hello.
    ///
    /// - Throws: ``SyncError/unexpectedFrame(type:)`` if it is the second one.
    mutating func noteHello() throws(SyncError) {
        guard !hasHello else { throw .unexpectedFrame(type: FrameType.hello.rawValue) }
        hasHello = true
    }

    /// Counts a part of a blob, which is stored as soon as it arrives.
    mutating func noteBlobPart() throws(SyncError) {
        blobPartCount += 1
        guard blobPartCount <= SessionLimits.turnRequests else { throw .turnTooLong }
    }

    /// Adds a message other than a hello, a part of a blob, an end or an error.
    mutating func add(_ message: Message) throws(SyncError) {
        try collect(message)
        let items = [
            encodings.count, wantedRanges.count, completed.count, lackedIDs.count,
            lackedBlobs.count,
        ]
        let requests = [wantedIDs.count, blobRequests.count]
        guard items.allSatisfy({ $0 <= SessionLimits.turnItems }),
            requests.allSatisfy({ $0 <= SessionLimits.turnRequests })
        else { throw .turnTooLong }
    }

    private mutating func collect(_ message: Message) throws(SyncError) {
        switch message {
        case .negentropy(let number, let message):
            guard round == nil else { throw .unexpectedFrame(type: FrameType.negentropy.rawValue) }
            round = (number, message)
        case .want(let ids, let ranges):
            wantedIDs += ids
            // A second range of a scope could only contain the same records.
            wantedRanges += ranges.filter { wantedScopes.insert($0.scope).inserted }
        case .records(let encodings, let completed):
            self.encodings += encodings
            self.completed.formUnion(completed)
        case .lack(let ids, let blobs):
            lackedIDs.formUnion(ids)
            lackedBlobs.formUnion(blobs)
        case .wantBlob(let request):
            if distinctRequests.insert(request).inserted { blobRequests.append(request) }
        case .private(let payload): privatePayload = (privatePayload ?? []) + payload
        case .hello, .blob, .end, .error: throw .unexpectedFrame(type: message.type.rawValue)
        }
    }
}

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
        let encoding = record.encoded
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
