import Negentropy
import TimelineCore

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
