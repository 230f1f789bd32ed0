import TimelineCore

/// The responder's side of a session, which answers one request after another.
///
/// The calls block.
final class RequestedSession: Sendable {
    /// The response to a request.
    struct Step {
        /// The body of the response.
        let bytes: [UInt8]
        /// The box key of the peer, once the store has admitted the peer.
        var peer: EncryptionKey?
        var isOver = false
    }

    private enum Phase: Sendable {
        case handshake(SecureHandshake)
        case session(SecureChannel, SyncSession<RepositorySyncStore>)
        case over
    }

    private let sync: StoreSync
    private let phase: Lock<Phase>

    /// Creates a session of a user with an unknown peer.
    ///
    /// - Throws: `TimelineError.userHasNoAccount` if the user has no keys.
    init(_ sync: StoreSync) throws {
        self.sync = sync
        let bytes = try sync.engine.syncedRepository.read { _, accounts in
            try sync.requireKeys(accounts).box
        }
        guard let key = NoiseKey(bytes: bytes) else { throw SyncError.handshakeFailed }
        phase = Lock(.handshake(SecureHandshake(role: .responder, key: key)))
    }

    /// Answers a request.
    ///
    /// - Throws: ``SyncRequestError``, or an error of the store. The session is over.
    func answer(_ bytes: [UInt8]) throws -> Step {
        switch take() {
        case .over: throw SyncRequestError.unknownSession
        case .handshake(var handshake):
            let channel: SecureChannel?
            let reply: [UInt8]
            do throws(SyncError) {
                reply = try handshake.advance(with: bytes)
                channel = try handshake.channel()
            } catch {
                throw SyncRequestError.malformed
            }
            guard let channel else {
                // No reply means that the handshake message is incomplete.
                guard !reply.isEmpty else { throw SyncRequestError.malformed }
                phase.withLock { $0 = .handshake(handshake) }
                return Step(bytes: reply)
            }
            var session = try sync.openSession(
                role: .responder,
                peer: channel.peer,
                receivesWholeTurns: true
            )
            _ = session.start(at: .present(sync.engine.environment))
            return try answer([], channel, session)
        case .session(let channel, let session):
            guard !bytes.isEmpty else {
                try close(session, .disconnected)
                return Step(bytes: [], isOver: true)
            }
            return try answer(bytes, channel, session)
        }
    }

    /// Ends the session, because the peer has been silent for too long.
    func expire() throws {
        guard case .session(_, let session) = take() else { return }
        try close(session, .silence)
    }

    private func take() -> Phase {
        phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
    }

    private func answer(
        _ bytes: [UInt8],
        _ channel: SecureChannel,
        _ session: SyncSession<RepositorySyncStore>
    ) throws -> Step {
        var (channel, session) = (channel, session)
        let step: Step
        do throws(SyncError) {
            let request = try channel.open(bytes)
            let reply = session.receive(request, at: .present(sync.engine.environment))
            // A request is a whole turn, which always has a reply.
            guard session.outcome != nil || !reply.isEmpty else { throw .truncatedFrame }
            step = Step(
                bytes: try channel.seal(reply),
                peer: session.store.state.withLock(\.progress.peer),
                isOver: session.outcome != nil
            )
        } catch {
            try close(session, error)
            throw SyncRequestError.malformed
        }
        if let outcome = session.outcome {
            try store(session, outcome)
        } else {
            phase.withLock { [channel, session] in $0 = .session(channel, session) }
        }
        return step
    }

    /// Stores the result of a session that the carrier has ended.
    private func close(
        _ session: SyncSession<RepositorySyncStore>,
        _ error: SyncError
    ) throws {
        var session = session
        // An initiator that finds the stores equal sends nothing more.
        session.disconnect()
        try store(session, session.outcome == .finished ? .finished : .failed(error))
    }

    private func store(
        _ session: SyncSession<RepositorySyncStore>,
        _ outcome: SessionOutcome
    ) throws {
        try sync.finish(session, outcome)
        if outcome == .finished { _ = try sync.removeExcessPictures() }
    }
}
