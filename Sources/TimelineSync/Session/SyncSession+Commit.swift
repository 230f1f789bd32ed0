import TimelineCore

extension SyncSession {
    /// Commits everything that arrived in a turn.
    mutating func commit(_ turn: IncomingTurn, at time: SyncTime) throws(SyncError) {
        try commitRecords(turn, at: time)
        blobs.note(lacked: turn.lackedBlobs)
        try finishBlobs()
        if let payload = turn.privatePayload, let link {
            guard link.standing == .ownDevice else {
                throw .unexpectedFrame(type: FrameType.private.rawValue)
            }
            try store.receivePrivate(payload, from: link.hello.device)
        }
    }

    /// Adds the blobs whose last byte has arrived.
    mutating func finishBlobs() throws(SyncError) {
        let received = try blobs.finish()
        summary.blobsReceived = received.blobs
        summary.blobBytesReceived = received.bytes
        summary.blobsLacking = blobs.lacking.count
    }

    private mutating func commitRecords(
        _ turn: IncomingTurn,
        at time: SyncTime
    ) throws(SyncError) {
        let result = try intake.commit(
            turn.encodings,
            answering: requestedRanges,
            completed: turn.completed,
            at: time.milliseconds,
            introduced: introducedUsers,
            followers: link?.standing == .ownDevice ? .ownDevice : nil
        )
        for (scope, progress) in result.progress where firstSyncs[scope] != progress {
            firstSyncs[scope] = progress
            hasNews = true
        }
        if result.isNew || result.notHeld > 0 { hasNews = true }
        wastedByteCount += result.wastedByteCount
        guard wastedByteCount <= SessionLimits.wastedBytes else { throw .workExceeded }
        summary.accepted += result.accepted
        summary.recordsRejected += result.rejected
        summary.recordsTooOld += result.tooOld
        summary.futureRecords.add(result.future)
        summary.recordsInvalid += result.invalid
        // A reconciliation already compares the introductions of users whose scopes both sides
        // want.
        let compared = requestedRanges.isEmpty ? link?.commonScopes ?? [] : []
        contradicted.formUnion(result.contradicted.subtracting(compared))
        requestedRanges = []
        summary.recordsLacking +=
            initiatorRound?.note(received: result.received, lacked: turn.lackedIDs) ?? 0
    }

    /// Returns the ranges that this store has not received yet.
    func missingRanges() throws(SyncError) -> [WantedRange] {
        guard let scopes = link?.commonScopes else { return [] }
        let stored = try store.progress(of: scopes)
        return scopes.sorted()
            .compactMap { scope in
                switch firstSyncs[scope] ?? stored[scope] {
                case nil: WantedRange(scope: scope, bound: nil)
                case .receivedDown(let bound): WantedRange(scope: scope, bound: bound)
                case .complete: nil
                }
            }
    }

    /// Stores the result of the session for the next one with the peer.
    mutating func remember(peerToken: SyncToken?, ownToken: SyncToken?) throws(SyncError) {
        guard var link else { return }
        if let peerToken, let ownToken {
            link.memory.equality = PeerMemory.Equality(own: ownToken, peer: peerToken)
            summary.isEqual = true
            summary.givenToken = ownToken
        }
        let (device, box) = (link.hello.device, configuration.peer)
        if try store.memory(of: device, owning: box) != link.memory {
            try store.remember(link.memory, of: device, owning: box)
        }
    }
}
