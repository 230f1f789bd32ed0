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
