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
    ///
    /// - Throws: ``SyncError/turnTooLong``.
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
    ///
    /// - Throws: ``SyncError/turnTooLong``.
    mutating func noteBlobPart() throws(SyncError) {
        blobPartCount += 1
        guard blobPartCount <= SessionLimits.turnRequests else { throw .turnTooLong }
    }

    /// Adds a message other than a hello, a part of a blob, an end or an error.
    ///
    /// - Throws: ``SyncError/unexpectedFrame(type:)`` or ``SyncError/turnTooLong``.
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
