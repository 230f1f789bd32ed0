import Negentropy
import TimelineCore

/// One session between two devices, without I/O: bytes in, bytes out.
///
/// A session consists of turns, each a request and a reply. Send the bytes of ``start(at:)`` (only
/// the initiator returns any) and of each call of ``receive(_:at:)``, until ``outcome`` is set. The
/// bytes may arrive in chunks of any size. Each part of a blob is stored as soon as it has arrived,
/// and everything else that arrives in a turn is committed to the store before the reply is
/// returned. If a process is killed at any time, the next session finds the remaining differences.
package struct SyncSession<Store: SyncStore> {
    /// The store of this device.
    package let store: Store
    /// The parameters.
    package let configuration: SessionConfiguration
    /// The end of the session, or `nil` while it is running.
    package private(set) var outcome: SessionOutcome?
    /// The statistics so far.
    package internal(set) var summary = SessionSummary()

    var decoder = FrameDecoder()
    var incoming = IncomingTurn()
    var link: PeerLink?
    var intake: RecordIntake<Store>
    var sender: RecordSender<Store>
    var blobs: BlobExchange<Store>
    /// The reconciliation that this side started, if it is the initiator.
    var initiatorRound: InitiatorRound?
    /// The differences of the previous round.
    var previousDifferences: InitiatorRound.Differences?
    /// The state token at which the records were found equal to the peer's.
    var equalToken: SyncToken?
    /// Whether no more rounds are necessary or possible.
    var areRoundsOver = false
    var responderRound: ResponderRound?
    /// The ranges requested in the last turn.
    var requestedRanges: [WantedRange] = []
    /// The progress of first syncs in this session.
    ///
    /// The store ignores the progress of a scope without live records, for example if its user has
    /// left.
    var firstSyncs: [User.ID: FirstSyncProgress] = [:]
    /// The authors whose introductions explain why records from the peer were not accepted.
    var contradicted: Set<User.ID> = []
    /// The status and token in the last turn that this side sent.
    var lastEnd: TurnEnd?
    var hasComparedPrivate = false
    var hasSentPrivate = false
    private var isStarted = false
    private var idle = IdleWork()
    /// Whether the current turn brought anything new.
    var hasNews = false
    /// The total length of received records that brought nothing, in bytes.
    var wastedByteCount = 0
    private var lastHeard: UInt64?
    /// The uptime at the first byte of the turn that is arriving, and the number of its bytes.
    private var arriving: (start: UInt64, byteCount: Int)?
    /// The uptime at the start of the session.
    private var started: UInt64?

    /// Creates a session.
    package init(store: Store, configuration: SessionConfiguration) {
        self.store = store
        self.configuration = configuration
        intake = RecordIntake(store, limits: configuration.admissionLimits)
        sender = RecordSender(store, limits: configuration.turnLimits)
        blobs = BlobExchange(
            store,
            budget: configuration.blobBudget,
            limit: configuration.turnLimits.blobs,
            startsSmall: configuration.receivesWholeTurns
        )
    }

    /// Whether this side sends requests.
    var isInitiator: Bool { configuration.role == .initiator }

    /// Returns the first request, or no bytes if this side is the responder.
    package mutating func start(at time: SyncTime) -> [UInt8] {
        lastHeard = time.uptime
        started = time.uptime
        idle.begin(at: time.uptime)
        guard isInitiator, !isStarted else { return [] }
        isStarted = true
        if let refusal = configuration.refusal { return fail(refusal) }
        return sending(at: time) { session, time throws(SyncError) in
            try session.store.reviewRejections(at: time.milliseconds)
            var turn = OutgoingTurn()
            turn.add(.hello(try session.hello(at: time, withScopes: false)))
            try session.end(&turn, status: .open)
            return turn.bytes
        }
    }

    /// Processes the next bytes from the peer.
    ///
    /// It also checks the time limits of ``checkSilence(at:)``, so that a peer cannot occupy this
    /// side with single bytes. Carriers call it with no bytes if an encrypted message is incomplete.
    ///
    /// - Returns: The bytes to send: a reply, the next request, an error that ends the session, or
    ///   nothing until the peer's turn is complete.
    package mutating func receive(_ bytes: [UInt8], at time: SyncTime) -> [UInt8] {
        guard outcome == nil else { return [] }
        if !bytes.isEmpty {
            lastHeard = time.uptime
            let (start, count) = arriving ?? (time.uptime, 0)
            arriving = (start, count + bytes.count)
        }
        summary.bytesReceived += bytes.count
        idle.begin(at: time.uptime)
        idle.add(bytes: bytes.count)
        let processorTime = configuration.processorTime()
        decoder.append(bytes)
        let reply = sending(at: time) { session, time throws(SyncError) in
            while session.outcome == nil, let frame = try session.decoder.next() {
                try session.incoming.count(frame)
                if let end = try session.read(frame, at: time) {
                    return try session.answer(end, at: time)
                }
            }
            return []
        }
        // A thread's processor time never decreases, but a carrier may change the thread.
        let now = configuration.processorTime()
        idle.add(processorTime: now - min(now, processorTime))
        idle.add(bytes: reply.count)
        guard outcome == nil, idle.isExcessive(at: time.uptime) else {
            return reply.isEmpty ? checkSilence(at: time) : reply
        }
        return fail(.workExceeded)
    }

    /// Ends the session if the peer has been silent, too slow or without anything new, or has not
    /// identified itself, for too long.
    ///
    /// - Returns: The bytes to send.
    package mutating func checkSilence(at time: SyncTime) -> [UInt8] {
        guard outcome == nil else { return [] }
        if isSilent(at: time) || isSlow(at: time) || isGreetingLate(at: time) {
            return fail(.silence)
        }
        return idle.isExcessive(at: time.uptime) ? fail(.workExceeded) : []
    }

    private func isSilent(at time: SyncTime) -> Bool {
        guard let lastHeard, time.uptime > lastHeard else { return false }
        return time.uptime - lastHeard >= configuration.silence
    }

    /// Returns whether a turn arrives at less than ``SessionLimits/minimumRate``.
    private func isSlow(at time: SyncTime) -> Bool {
        guard let arriving, time.uptime > arriving.start else { return false }
        let sufficient = UInt64(arriving.byteCount) * 1000 / UInt64(SessionLimits.minimumRate)
        return time.uptime - arriving.start >= configuration.silence + sufficient
    }

    /// Returns whether a peer should have identified itself by now, because strangers must not
    /// occupy a responder for long.
    private func isGreetingLate(at time: SyncTime) -> Bool {
        guard !isInitiator, link == nil, let started else { return false }
        return time.uptime >= started + SessionLimits.greeting
    }

    /// Restarts the silence timer, because this side was sending until now.
    ///
    /// A peer cannot reply before it has received the whole turn, which can take minutes.
    mutating func noteActivity(at time: SyncTime) {
        lastHeard = max(lastHeard ?? 0, time.uptime)
    }

    /// Ends the session because its carrier has failed.
    mutating func abort(_ error: SyncError) {
        guard outcome == nil else { return }
        outcome = .failed(error)
        try? finishBlobs()  // The next session finishes them.
    }

    /// Ends the session because the connection has ended.
    ///
    /// A responder that has found its store equal in the first turn does not need another request,
    /// unless it has sent private data.
    package mutating func disconnect() {
        guard outcome == nil else { return }
        let isFinished =
            !isInitiator && summary.turns == 1 && lastEnd?.status == .equal && !hasSentPrivate
        outcome = isFinished ? .finished : .failed(.disconnected)
        summary.isEqual = isFinished
        try? finishBlobs()  // The next session finishes them.
    }

    /// Ends the session successfully.
    mutating func finish() {
        outcome = .finished
    }

    private mutating func sending(
        at time: SyncTime,
        _ body: (inout Self, SyncTime) throws(SyncError) -> [UInt8]
    ) -> [UInt8] {
        do throws(SyncError) {
            let bytes = try body(&self, time)
            summary.bytesSent += bytes.count
            return bytes
        } catch {
            return fail(error)
        }
    }

    private mutating func fail(_ error: SyncError) -> [UInt8] {
        outcome = .failed(error)
        if case .peerFailed = error { return [] }
        let bytes = Message.error(PeerError(error)).frame.encoded
        summary.bytesSent += bytes.count
        return bytes
    }

    /// Processes one frame, and returns the end of the turn if the frame contains it.
    private mutating func read(_ frame: Frame, at time: SyncTime) throws(SyncError) -> TurnEnd? {
        switch try Message(decoding: frame) {
        case .error(let failure): throw .peerFailed(failure)
        case .hello(let hello):
            try incoming.noteHello()
            try greet(hello, at: time)
            return nil
        case .end(let end) where link != nil:
            guard decoder.pendingByteCount == 0 else {
                throw .unexpectedFrame(type: frame.type.rawValue)
            }
            return end
        case let message:
            guard link != nil else { throw .unexpectedFrame(type: frame.type.rawValue) }
            if case .blob(let part) = message {
                try incoming.noteBlobPart()
                try blobs.receive(part)
            } else {
                try incoming.add(message)
            }
            return nil
        }
    }

    /// Commits a turn, then returns the bytes that answer it.
    private mutating func answer(_ end: TurnEnd, at time: SyncTime) throws(SyncError) -> [UInt8] {
        summary.turns += 1
        let turn = incoming
        incoming = IncomingTurn()
        arriving = nil
        try commit(turn, at: time)
        let bytes =
            isInitiator
            ? try nextRequest(after: turn, end, at: time) : try reply(to: turn, end, at: time)
        if sender.takeNews() || blobs.takeNews() { hasNews = true }
        try idle.endTurn(hasNews: hasNews, at: time.uptime)
        hasNews = false
        return bytes
    }
}

extension SyncSession: Sendable where Store: Sendable {}
