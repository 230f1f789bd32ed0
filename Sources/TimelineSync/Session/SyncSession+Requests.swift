import Negentropy
import TimelineCore

extension SyncSession {
    /// Returns the next request, or finishes the session.
    mutating func nextRequest(
        after reply: IncomingTurn,
        _ end: TurnEnd,
        at time: SyncTime
    ) throws(SyncError) -> [UInt8] {
        guard let link, !(try finishIfDone(end)) else { return [] }
        let isShortcut = summary.turns == 1 && link.isEqual && end.status == .equal
        if isShortcut {
            equalToken = link.memory.equality?.own
            areRoundsOver = true
        }
        try read(reply.round)
        let peerLackedScopes = link.lacksScopes
        var turn = OutgoingTurn(configuration.turnLimits)
        try addHello(to: &turn, at: time)
        try addPrivate(to: &turn)
        try send(reply.wantedRanges, in: &turn)
        try addContradictions(to: &turn)
        if !areRoundsOver, let selection = link.selection(for: store.user) {
            let mayReconcile = reply.wantedRanges.isEmpty && !peerLackedScopes
            try requestRecords(selection, mayReconcile: mayReconcile, in: &turn)
        }
        try exchangeBlobs(reply, mayRequest: areRoundsOver, in: &turn)
        // Received private data must be confirmed with a second request.
        if isShortcut, turn.bytes.isEmpty, reply.privatePayload == nil {
            try remember(peerToken: end.token, ownToken: equalToken)
            finish()
            return []
        }
        var status = TurnEnd.Status.open
        if areRoundsOver, !turn.expectsMore { status = try isSettled() ? .equal : .done }
        try self.end(&turn, status: status)
        return turn.bytes
    }

    /// Finishes the session if neither side needs anything more.
    private mutating func finishIfDone(_ end: TurnEnd) throws(SyncError) -> Bool {
        guard let lastEnd, lastEnd.status != .open, end.status != .open else { return false }
        let isEqual = lastEnd.status == .equal && end.status == .equal
        try remember(peerToken: isEqual ? end.token : nil, ownToken: lastEnd.token)
        finish()
        return true
    }

    private mutating func read(
        _ round: (number: UInt64, message: [UInt8])?
    ) throws(SyncError) {
        guard let round else { return }
        guard initiatorRound?.number == round.number, initiatorRound?.message != nil else {
            throw .unexpectedFrame(type: FrameType.negentropy.rawValue)
        }
        let before = initiatorRound?.differences.have.count
        try initiatorRound?.receive(round.message)
        // The peer can make up the IDs that this side needs, so only their records are news.
        if initiatorRound?.differences.have.count != before { hasNews = true }
    }

    /// Requests the missing ranges of a first sync, or reconciles if there are none.
    private mutating func requestRecords(
        _ selection: RecordSelection,
        mayReconcile: Bool,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        requestedRanges = try missingRanges()
        if !requestedRanges.isEmpty {
            turn.add(.want(ids: [], ranges: requestedRanges))
        } else if mayReconcile {
            try reconcile(selection, in: &turn)
        }
    }

    private mutating func reconcile(
        _ selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        let startsNext = try startsNextRound()
        if initiatorRound == nil || startsNext {
            guard let link else { return }
            initiatorRound = try InitiatorRound(
                number: (initiatorRound?.number ?? 0) + 1,
                inventory: try store.inventory(of: selection),
                salt: ItemSalt(initiator: configuration.salt, responder: link.hello.salt)
            )
        }
        guard var round = initiatorRound, !areRoundsOver else { return }
        if let message = round.message {
            turn.add(.negentropy(round: round.number, message: message))
        }
        let wanted = round.idsToRequest(limit: configuration.turnLimits.wants)
        if !wanted.isEmpty { turn.add(.want(ids: wanted, ranges: [])) }
        let ids = Set(round.takeRecordsToSend())
        let remainder = try sender.send(ids, of: selection, in: &turn)
        round.postpone(remainder.records)
        round.note(missing: remainder.missing)
        initiatorRound = round
    }

    /// Evaluates a completed round, and returns whether another one is necessary.
    private mutating func startsNextRound() throws(SyncError) -> Bool {
        guard let round = initiatorRound, round.isComplete else { return false }
        if round.differences.have.isEmpty { summary.givenToken = round.token }
        if round.differences.isEmpty {
            equalToken = round.token
            areRoundsOver = true
        } else if round.differences == previousDifferences || round.number == SessionLimits.rounds {
            areRoundsOver = true
        }
        previousDifferences = round.differences
        return !areRoundsOver
    }
}

extension SyncSession {
    /// Returns the reply to a request.
    mutating func reply(
        to request: IncomingTurn,
        _ end: TurnEnd,
        at time: SyncTime
    ) throws(SyncError) -> [UInt8] {
        guard let link else { return [] }
        let isShortcut = summary.turns == 1 && link.isEqual
        if isShortcut { equalToken = link.memory.equality?.own }
        var turn = OutgoingTurn(configuration.turnLimits)
        try addHello(to: &turn, at: time)
        try addPrivate(to: &turn)
        if let selection = link.selection(for: store.user), !isShortcut {
            try answer(request.round, of: selection, in: &turn)
            try send(request.wantedIDs, of: selection, in: &turn)
            try send(request.wantedRanges, in: &turn)
            try addContradictions(to: &turn)
            requestedRanges = try missingRanges()
            if !requestedRanges.isEmpty { turn.add(.want(ids: [], ranges: requestedRanges)) }
        }
        let isQuiet =
            !request.concernsRecords && (end.status != .open || !request.blobRequests.isEmpty)
        // The initiator has finished its rounds, and the last one had nothing to request.
        if isQuiet, let round = responderRound, !round.hasRequests {
            summary.givenToken = round.token
        }
        try exchangeBlobs(request, mayRequest: isQuiet || isShortcut, in: &turn)
        var status = TurnEnd.Status.open
        if isShortcut || end.status != .open, !turn.expectsMore {
            let isEqual = try isSettled() && (isShortcut || end.status == .equal)
            status = isEqual ? .equal : .done
        }
        try self.end(&turn, status: status)
        if end.status != .open, status != .open {
            try remember(peerToken: status == .equal ? end.token : nil, ownToken: lastEnd?.token)
            finish()
        }
        return turn.bytes
    }

    private mutating func answer(
        _ request: (number: UInt64, message: [UInt8])?,
        of selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard let request, let link else { return }
        let current = responderRound?.number ?? 0
        guard request.number == current || request.number == current + 1,
            1...SessionLimits.rounds ~= request.number
        else { throw .unexpectedFrame(type: FrameType.negentropy.rawValue) }
        if request.number > current {
            responderRound = try ResponderRound(
                number: request.number,
                inventory: try store.inventory(of: selection),
                salt: ItemSalt(initiator: link.hello.salt, responder: configuration.salt)
            )
            equalToken = responderRound?.token
        }
        guard let round = responderRound else { return }
        let message = try round.reply(to: request.message)
        turn.add(.negentropy(round: round.number, message: message))
    }

    /// Sends the records with the given salted IDs, and lists those that the store no longer holds.
    private mutating func send(
        _ ids: [SaltedID],
        of selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard !ids.isEmpty else { return }
        responderRound?.hasRequests = true
        let records = responderRound?.records(ids) ?? [:]
        let remainder = try sender.send(Set(records.values), of: selection, in: &turn)
        let lacked = ids.filter { id in
            records[id].map { remainder.missing.contains($0) } ?? true
        }
        if !lacked.isEmpty { turn.add(.lack(ids: lacked, blobs: [])) }
    }
}
