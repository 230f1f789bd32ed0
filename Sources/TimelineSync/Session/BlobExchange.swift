import TimelineRecords

/// Requests and sends the blobs of a session: previews first, then originals within the budget.
struct BlobExchange<Store: SyncStore> {
    /// The number of wanted blobs to read at once.
    private static var pageSize: Int { 64 }

    private let store: Store
    /// The number of bytes after which a turn sends or requests no more parts.
    private let limit: Int
    /// The number of bytes of originals that may still be requested.
    private var budget: UInt64
    /// The sizes of the blobs that this side has requested.
    private var requested: [BlobHash: UInt64] = [:]
    /// The requested blobs of which an earlier session has received the first bytes.
    private var resumed: Set<BlobHash> = []
    /// The blobs that the peer does not hold, or that arrived with a wrong hash.
    private(set) var lacking: Set<BlobHash> = []
    /// The blobs that exceed the budget.
    private var unaffordable: Set<BlobHash> = []
    /// The offset up to which each blob has been sent.
    private var sentEnds: [BlobHash: UInt64] = [:]
    private(set) var sentByteCount = 0
    private var received = (blobs: 0, bytes: 0)
    private var hasNews = false

    init(_ store: Store, budget: UInt64, limit: Int) {
        self.store = store
        self.limit = limit
        self.budget = budget
    }

    /// Whether blobs were left out because of the budget.
    var isBudgetReached: Bool { !unaffordable.isEmpty }

    /// Returns whether any new bytes were sent or received since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Stores the parts that arrived in a turn.
    ///
    /// - Returns: The numbers of completed blobs and of bytes received in this session.
    mutating func receive(_ turn: IncomingTurn) throws(SyncError) -> (blobs: Int, bytes: Int) {
        lacking.formUnion(turn.lackedBlobs.filter { requested[$0] != nil })
        for part in turn.blobParts {
            // Only requested parts are stored.
            guard let size = requested[part.blob], !part.bytes.isEmpty else { continue }
            let end = try store.appendBlob(part.blob, at: part.offset, bytes: part.bytes)
            guard end == part.offset + UInt64(part.bytes.count) else { continue }
            received.bytes += part.bytes.count
            hasNews = true
            guard end == size else { continue }
            if try store.finishBlob(part.blob) {
                received.blobs += 1
            } else if resumed.remove(part.blob) != nil {
                // Another peer may have sent wrong first bytes, so request the blob from its start.
                requested[part.blob] = nil
            } else {
                lacking.insert(part.blob)
            }
        }
        return received
    }

    /// Sends the requested parts.
    mutating func answer(
        _ requests: [BlobRequest],
        of selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        var sent = 0
        // Each request costs a look-up, however few bytes it demands.
        var cost = 0
        var lacked: [BlobHash] = []
        for request in requests where cost < limit {
            let count = Int(min(request.count, UInt64(FrameLimits.payload)))
            guard
                let bytes = try store.readBlob(
                    request.blob,
                    at: request.offset,
                    count: count,
                    of: selection
                )
            else {
                lacked.append(request.blob)
                cost += limit / 256
                continue
            }
            let part = BlobPart(blob: request.blob, offset: request.offset, bytes: bytes)
            turn.add(.blob(part))
            sent += bytes.count
            cost += max(bytes.count, limit / 256)
            let end = request.offset + UInt64(bytes.count)
            if end > sentEnds[request.blob, default: 0] {
                sentEnds[request.blob] = end
                hasNews = true
            }
        }
        sentByteCount += sent
        if !lacked.isEmpty { turn.add(.lack(ids: [], blobs: lacked)) }
    }

    /// Requests the next parts.
    mutating func request(
        of selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        request(try wantedBlobs(of: selection), upTo: limit, in: &turn)
    }

    /// Requests the next parts of previews, up to a limit in bytes.
    mutating func requestPreviews(
        of selection: RecordSelection,
        upTo byteLimit: Int,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        request(try wantedBlobs(of: selection).filter(\.isPreview), upTo: byteLimit, in: &turn)
    }

    private func wantedBlobs(of selection: RecordSelection) throws(SyncError) -> [WantedBlob] {
        let count = Self.pageSize + lacking.count + unaffordable.count
        return try store.wantedBlobs(of: selection, limit: count)
    }

    private mutating func request(
        _ wanted: [WantedBlob],
        upTo byteLimit: Int,
        in turn: inout OutgoingTurn
    ) {
        var room = UInt64(byteLimit)
        for blob in wanted where room > 0 && !lacking.contains(blob.blob) && isAffordable(blob) {
            if requested.updateValue(blob.byteCount, forKey: blob.blob) == nil,
                blob.receivedByteCount > 0
            {
                resumed.insert(blob.blob)
            }
            var offset = blob.receivedByteCount
            while offset < blob.byteCount, room > 0 {
                let count = min(blob.byteCount - offset, room, UInt64(FrameLimits.payload))
                turn.add(.wantBlob(BlobRequest(blob: blob.blob, offset: offset, count: count)))
                offset += count
                room -= count
            }
        }
    }

    /// Returns whether the budget permits a blob, and deducts its size the first time.
    private mutating func isAffordable(_ blob: WantedBlob) -> Bool {
        guard !blob.isPreview, requested[blob.blob] == nil else { return true }
        let remaining = blob.byteCount - min(blob.byteCount, blob.receivedByteCount)
        guard remaining <= budget else {
            unaffordable.insert(blob.blob)
            return false
        }
        budget -= remaining
        return true
    }
}

extension BlobExchange: Sendable where Store: Sendable {}
