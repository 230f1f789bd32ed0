import TimelineCore

/// Requests and sends the blobs of a session: previews first, then originals within the budget.
struct BlobExchange<Store: SyncStore> {
    /// The number of wanted blobs to read at once.
    private static var pageSize: Int { 1024 }

    private let store: Store
    /// The number of bytes after which a turn sends no more parts.
    private let limit: Int
    /// The number of bytes after which the next turn requests no more parts.
    private var requestLimit: Int
    /// The number of bytes of originals that may still be requested.
    private var budget: UInt64
    /// The sizes of the blobs that this side has requested.
    private var requested: [BlobID: UInt64] = [:]
    /// The requested blobs of which an earlier session has received the first bytes.
    private var resumed: Set<BlobID> = []
    /// The blobs of which the peer has sent something.
    private var answered: Set<BlobID> = []
    /// The number of successive turns in which the peer sent no blob, but lacked some.
    private var lackingTurns = 0
    /// Whether any part of a blob arrived in the current turn.
    private var hasArrived = false
    /// The blobs that the peer does not hold, or that arrived with a wrong hash.
    private(set) var lacking: Set<BlobID> = []
    /// The blobs that exceed the budget.
    private var unaffordable: Set<BlobID> = []
    /// The offset up to which each blob has been sent.
    private var sentEnds: [BlobID: UInt64] = [:]
    private(set) var sentByteCount = 0
    private var received = (blobs: 0, bytes: 0)
    /// The blobs whose last byte has arrived.
    private var complete: [BlobID] = []
    private var hasNews = false

    init(_ store: Store, budget: UInt64, limit: Int, startsSmall: Bool) {
        self.store = store
        self.limit = limit
        requestLimit = startsSmall ? min(limit, Int(SessionLimits.blobPart)) : limit
        self.budget = budget
    }

    /// Whether blobs were left out because of the budget.
    var isBudgetReached: Bool { !unaffordable.isEmpty }

    /// Returns whether any new bytes were sent or received since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Stores a part as soon as it has arrived.
    mutating func receive(_ part: BlobPart) throws(SyncError) {
        // Only requested parts are stored.
        guard let size = requested[part.blob], !part.bytes.isEmpty else { return }
        answered.insert(part.blob)
        hasArrived = true
        let end = try store.appendBlob(part.blob, at: part.offset, bytes: part.bytes, of: size)
        // Another process may have received the same part, or the part is at a wrong offset.
        guard end >= part.offset, end - part.offset == UInt64(part.bytes.count) else { return }
        received.bytes += part.bytes.count
        hasNews = true
        if end == size { complete.append(part.blob) }
    }

    /// Adds the blobs that are complete.
    ///
    /// - Returns: The numbers of completed blobs and of bytes received in this session.
    mutating func finish() throws(SyncError) -> (blobs: Int, bytes: Int) {
        let candidates = complete
        complete = []
        let added = try store.finishBlobs(candidates)
        received.blobs += added.count
        for blob in candidates where !added.contains(blob) {
            if resumed.remove(blob) != nil {
                // Another peer may have sent wrong first bytes, so request the blob from its start.
                requested[blob] = nil
            } else {
                lacking.insert(blob)
            }
        }
        return received
    }

    /// Notes the requested blobs that the peer does not hold, at the end of a turn.
    mutating func note(lacked: Set<BlobID>) {
        let lacked = lacked.filter { requested[$0] != nil }
        lacking.formUnion(lacked)
        if hasArrived {
            lackingTurns = 0
        } else if !lacked.isEmpty {
            lackingTurns += 1
        }
        hasArrived = false
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
        var lacked: [BlobID] = []
        for request in requests where cost < limit {
            let count = Int(min(request.count, SessionLimits.blobPart))
            guard
                let bytes = try store.readBlob(
                    request.blob,
                    at: request.offset,
                    count: count,
                    of: selection
                )
            else {
                lacked.append(request.blob)
                cost += limit / 1024
                continue
            }
            let part = BlobPart(blob: request.blob, offset: request.offset, bytes: bytes)
            turn.add(.blob(part))
            sent += bytes.count
            cost += max(bytes.count, limit / 1024)
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
        try request(of: selection, upTo: limit, onlyPreviews: false, in: &turn)
    }

    /// Requests the next parts of previews, up to a limit in bytes.
    mutating func requestPreviews(
        of selection: RecordSelection,
        upTo byteLimit: Int,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        try request(of: selection, upTo: byteLimit, onlyPreviews: true, in: &turn)
    }

    private mutating func request(
        of selection: RecordSelection,
        upTo byteLimit: Int,
        onlyPreviews: Bool,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        // A peer that lacks so many will hardly hold the others.
        guard lackingTurns < SessionLimits.lackingTurns else { return }
        let count = Self.pageSize + lacking.count + unaffordable.count
        let wanted = try store.wantedBlobs(of: selection, limit: count)
        let start = UInt64(min(byteLimit, requestLimit))
        var room = start
        var (whole, isPresent): ([BlobID], Bool) = ([], false)
        for blob in wanted where room > 0 && (blob.isPreview || !onlyPreviews) {
            guard !lacking.contains(blob.blob), !unaffordable.contains(blob.blob) else { continue }
            guard let received = try store.receivedByteCount(of: blob.blob) else {
                isPresent = true
                continue
            }
            if received >= blob.byteCount {
                whole.append(blob.blob)
            } else if isAffordable(blob, after: received) {
                request(blob, after: received, &room, in: &turn)
            }
        }
        // A process that was killed may have left complete blobs.
        received.blobs += try store.finishBlobs(whole).count
        if room < start {
            requestLimit = min(limit, requestLimit * 2)
        } else if isPresent || !whole.isEmpty {
            // The list is shorter now, or blobs with a wrong hash are wanted from their start.
            try request(of: selection, upTo: byteLimit, onlyPreviews: onlyPreviews, in: &turn)
        }
    }

    /// Requests the next parts of a blob.
    ///
    /// Once the peer has lacked a blob, only the first part of each other one is requested until the
    /// peer has sent some of it.
    private mutating func request(
        _ blob: WantedBlob,
        after received: UInt64,
        _ room: inout UInt64,
        in turn: inout OutgoingTurn
    ) {
        let isNew = requested.updateValue(blob.byteCount, forKey: blob.blob) == nil
        if isNew, received > 0 { resumed.insert(blob.blob) }
        let isHeld = lacking.isEmpty || answered.contains(blob.blob)
        var offset = received
        repeat {
            let count = min(blob.byteCount - offset, room, SessionLimits.blobPart)
            turn.add(.wantBlob(BlobRequest(blob: blob.blob, offset: offset, count: count)))
            offset += count
            room -= count
        } while isHeld && offset < blob.byteCount && room > 0
    }

    /// Returns whether the budget permits a blob, and deducts its size the first time.
    private mutating func isAffordable(_ blob: WantedBlob, after received: UInt64) -> Bool {
        guard !blob.isPreview, requested[blob.blob] == nil else { return true }
        let remaining = blob.byteCount - received
        guard remaining <= budget else {
            unaffordable.insert(blob.blob)
            return false
        }
        budget -= remaining
        return true
    }
}

extension BlobExchange: Sendable where Store: Sendable {}
