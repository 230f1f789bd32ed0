import TimelineCore

extension SyncSession {
    /// Ends a turn of this side.
    mutating func end(
        _ turn: inout OutgoingTurn,
        status: TurnEnd.Status
    ) throws(SyncError) {
        let end = TurnEnd(status: status, token: try store.token())
        turn.end(end)
        lastEnd = end
        summary.sent += turn.records
    }

    /// Returns whether the records are unchanged since they were found equal to the peer's.
    ///
    /// They are not if a follow has arrived, because the records of the new scope are missing, or if
    /// the held users have changed, which the peer must know. In that case, another session is
    /// necessary.
    mutating func isSettled() throws(SyncError) -> Bool {
        summary.hasNewScopes = try store.allScopes() != link?.ownScopes
        let token = try store.token()
        return !summary.hasNewScopes && token == equalToken
    }

    /// Adds private data to the first turn after the peer's hello, only for another device of the
    /// same user.
    ///
    /// A later turn could be the last one, whose arrival is never confirmed.
    mutating func addPrivate(to turn: inout OutgoingTurn) throws(SyncError) {
        guard let link, link.standing == .ownDevice, !hasComparedPrivate else { return }
        hasComparedPrivate = true
        guard let payload = try store.privatePayload(for: link.hello.device) else { return }
        hasSentPrivate = true
        var rest = payload[...]
        repeat {
            turn.add(.private(Array(rest.prefix(FrameLimits.payload))))
            rest = rest.dropFirst(FrameLimits.payload)
        } while !rest.isEmpty
    }

    /// Sends the introductions that explain why this store did not accept some of the peer's
    /// records.
    ///
    /// For example, the peer has not learned that a stranger has deleted their account.
    /// Introductions of strangers are only compared if this store holds replies by them.
    mutating func addContradictions(to turn: inout OutgoingTurn) throws(SyncError) {
        try sender.introduce(contradicted, in: &turn)
        contradicted = []
    }

    /// Sends the newest records of each requested range, if both sides want its scope.
    mutating func send(
        _ ranges: [WantedRange],
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard let scopes = link?.commonScopes else { return }
        try sender.send(
            ranges.filter { scopes.contains($0.scope) },
            upTo: configuration.turnLimits.firstSyncRecords(turn: summary.turns),
            in: &turn
        )
    }

    /// Answers requests for blobs, and adds requests of this side.
    ///
    /// Alongside the records of a first sync, requests only previews, so that those of the newest
    /// posts arrive long before the last record.
    mutating func exchangeBlobs(
        _ incoming: IncomingTurn,
        mayRequest: Bool,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard let selection = link?.selection(for: store.user) else { return }
        try blobs.answer(incoming.blobRequests, of: selection, in: &turn)
        summary.blobBytesSent = blobs.sentByteCount
        if mayRequest, !turn.expectsMore {
            try blobs.request(of: selection, in: &turn)
        } else if !requestedRanges.isEmpty {
            let limit = configuration.turnLimits.firstSyncPreviews
            try blobs.requestPreviews(of: selection, upTo: limit, in: &turn)
        }
        summary.isBudgetReached = blobs.isBudgetReached
        // Those that an earlier session had received may have been finished.
        try finishBlobs()
    }
}

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
