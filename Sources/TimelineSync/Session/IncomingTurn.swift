import TimelineRecords

/// The frames of a request or reply, collected until its end.
struct IncomingTurn {
    private(set) var byteCount = 0
    private(set) var round: (number: UInt64, message: [UInt8])?
    private(set) var wantedIDs: [SaltedID] = []
    private(set) var wantedRanges: [WantedRange] = []
    private(set) var encodings: [[UInt8]] = []
    private(set) var completed: Set<RecordUserID> = []
    private(set) var lackedIDs: Set<SaltedID> = []
    private(set) var lackedBlobs: Set<BlobHash> = []
    private(set) var blobRequests: [BlobRequest] = []
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

    /// Adds a message other than a hello, a part of a blob, an end or an error.
    ///
    /// - Throws: ``SyncError/unexpectedFrame(type:)``.
    mutating func add(_ message: Message) throws(SyncError) {
        switch message {
        case .negentropy(let number, let message):
            guard round == nil else { throw .unexpectedFrame(type: FrameType.negentropy.rawValue) }
            round = (number, message)
        case .want(let ids, let ranges):
            wantedIDs += ids
            wantedRanges += ranges
        case .records(let encodings, let completed):
            self.encodings += encodings
            self.completed.formUnion(completed)
        case .lack(let ids, let blobs):
            lackedIDs.formUnion(ids)
            lackedBlobs.formUnion(blobs)
        case .wantBlob(let request): blobRequests.append(request)
        case .private(let payload): privatePayload = (privatePayload ?? []) + payload
        case .hello, .blob, .end, .error: throw .unexpectedFrame(type: message.type.rawValue)
        }
    }
}
