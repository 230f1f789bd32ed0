import Dispatch
package import Foundation
package import TimelineCore

/// Responds to sessions whose turns arrive as separate requests, such as HTTP requests.
///
/// The first requests of a session perform an encrypted handshake. From then on, peers have the
/// same rights as in ``StoreSync/serve(_:budget:onProgress:)``: a stranger receives `not-invited`
/// and nothing else.
package final class SyncResponder: Sendable {
    /// The response to a request.
    package struct Response: Hashable, Sendable {
        /// The ID of the session, or `nil` if it is over.
        package let session: String?
        /// The body of the response.
        package let bytes: [UInt8]
    }

    private struct Entry {
        let session: RequestedSession
        let address: String
        /// The time of the session's first request in milliseconds.
        let start: UInt64
        var last: UInt64
        /// The box key of the peer, once the store has admitted the peer.
        var peer: EncryptionKey?
        var isBusy = true

        func isExpired(at time: UInt64) -> Bool {
            guard !isBusy else { return false }
            return peer == nil
                ? time >= start + HTTPLimits.handshake : time >= last + SessionLimits.silence
        }
    }

    private let owner: StoreOwner
    private let partials: URL
    private let uptime: @Sendable () -> UInt64
    private let pause: @Sendable () async throws -> Void
    private let entries = Lock<[String: Entry]>([:])
    private let lane = BlockingExecutor(width: 8)

    /// Creates a responder for all users of a store.
    ///
    /// - Parameters:
    ///   - owner: The store.
    ///   - folder: The folder for partially received pictures; see ``StoreSync``.
    package convenience init(owner: StoreOwner, partialBlobs folder: URL) {
        self.init(owner: owner, partialBlobs: folder) {
            try await Task.sleep(for: .milliseconds(HTTPLimits.silenceCheck))
        } uptime: {
            DispatchTime.now().uptimeNanoseconds / 1_000_000
        }
    }

    /// Creates a responder with a clock.
    ///
    /// - Parameters:
    ///   - owner: The store.
    ///   - folder: The folder for incomplete pictures.
    ///   - pause: Waits until the next check for silent peers. An error ends the checks.
    ///   - uptime: Returns the time in milliseconds.
    init(
        owner: StoreOwner,
        partialBlobs folder: URL,
        pause: @escaping @Sendable () async throws -> Void,
        uptime: @escaping @Sendable () -> UInt64
    ) {
        self.owner = owner
        partials = folder
        self.pause = pause
        self.uptime = uptime
    }

    /// The number of sessions that have not ended.
    var sessionCount: Int { entries.withLock(\.count) }

    /// Returns the maximum length of the next request of a session.
    ///
    /// - Parameter session: The ID of the session, or `nil` for the first request.
    /// - Returns: The length in bytes.
    package func limit(ofRequestIn session: String?) -> Int {
        let isKnown = entries.withLock { entries in session.map { entries[$0]?.peer != nil } }
        return isKnown == true ? HTTPLimits.body : HTTPLimits.strangerRequest
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - bytes: The body of the request.
    ///   - session: The ID of the session, or `nil` for the first request.
    ///   - username: The user of this store, or `nil` for the only one.
    ///   - address: The IP address of the peer.
    /// - Returns: The answer.
    /// - Throws: ``SyncRequestError``, or a `TimelineError` if the store fails.
    package func answer(
        _ bytes: [UInt8],
        in session: String?,
        for username: String?,
        from address: String
    ) async throws -> Response {
        guard bytes.count <= limit(ofRequestIn: session) else { throw SyncRequestError.malformed }
        try await endExpired()
        let id: String
        let requested: RequestedSession
        if let session {
            (id, requested) = (session, try resume(session))
        } else {
            let user = try await user(username)
            let sync = StoreSync(owner: owner, user: user, partialBlobs: partials)
            requested = try await lane.run { try RequestedSession(sync) }
            id = owner.engine.environment.randomBytes(16).hexadecimal
            try add(requested, id, from: address)
        }
        do {
            let step = try await lane.run { try requested.answer(bytes) }
            note(step, in: id)
            return Response(session: step.isOver ? nil : id, bytes: step.bytes)
        } catch {
            entries.withLock { $0[id] = nil }
            throw error
        }
    }

    /// Periodically ends the sessions of silent peers, until the task is cancelled.
    ///
    /// Each request also ends them, so only an idle server needs this method. It continues if the
    /// store fails.
    package func endSilentSessions() async {
        while true {
            do { try await pause() } catch { return }
            try? await endExpired()  // The sessions are over; only their notes are missing.
        }
    }

    /// Returns the user with a username, or the only user if `username` is `nil`.
    ///
    /// Deleted accounts have no usernames. If all users have deleted their accounts, returns
    /// one of them.
    private func user(_ username: String?) async throws -> User.ID {
        let users = try await owner.engine.read { _, accounts in
            let users = try accounts.usersWithKeys()
            let remaining = try users.filter { try accounts.account(of: $0) != nil }
            return remaining.isEmpty ? Array(users.prefix(1)) : remaining
        }
        guard let username else {
            guard let user = users.first else { throw SyncRequestError.unknownUser }
            guard users.count == 1 else { throw SyncRequestError.severalUsers }
            return user
        }
        do {
            let user = try await owner.guest.user(withUsername: username).id
            guard users.contains(user) else { throw SyncRequestError.unknownUser }
            return user
        } catch TimelineError.userNotFound, TimelineError.invalidUsername {
            throw SyncRequestError.unknownUser
        }
    }

    // MARK: Sessions

    private func resume(_ id: String) throws(SyncRequestError) -> RequestedSession {
        try entries.withLock { entries throws(SyncRequestError) in
            guard var entry = entries[id], !entry.isBusy else { throw .unknownSession }
            entry.isBusy = true
            entries[id] = entry
            return entry.session
        }
    }

    /// Adds a session with an unknown peer.
    ///
    /// Strangers never displace a known peer: when there are too many, a new one ends the oldest
    /// session of another stranger, preferably from the same address.
    private func add(
        _ session: RequestedSession,
        _ id: String,
        from address: String
    ) throws(SyncRequestError) {
        let time = uptime()
        try entries.withLock { entries throws(SyncRequestError) in
            guard entries.values.count(where: { $0.peer != nil }) < HTTPLimits.sessions else {
                throw .busy
            }
            let strangers = entries.filter { $0.value.peer == nil }
            let neighbors = strangers.filter { $0.value.address == address }
            let isFull =
                neighbors.count >= HTTPLimits.strangersPerAddress
                || strangers.count >= HTTPLimits.strangers
            if isFull {
                let candidates = neighbors.isEmpty ? strangers : neighbors
                let oldest = candidates.filter { !$0.value.isBusy }
                    .min { ($0.value.start, $0.key) < ($1.value.start, $1.key) }
                guard let oldest else { throw .busy }
                entries[oldest.key] = nil
            }
            entries[id] = Entry(session: session, address: address, start: time, last: time)
        }
    }

    private func note(_ step: RequestedSession.Step, in id: String) {
        let time = uptime()
        entries.withLock { entries in
            guard !step.isOver, var entry = entries[id] else {
                entries[id] = nil
                return
            }
            if entry.peer == nil, let peer = step.peer {
                // A device that starts a new session has abandoned its previous one.
                entries = entries.filter { $0.value.peer != peer || $0.value.isBusy }
            }
            entry.isBusy = false
            entry.last = time
            entry.peer = step.peer
            entries[id] = entry
        }
    }

    /// Ends the sessions of peers that have been silent for too long.
    private func endExpired() async throws {
        let time = uptime()
        let expired = entries.withLock { entries in
            let expired = entries.filter { $0.value.isExpired(at: time) }
            for id in expired.keys { entries[id] = nil }
            return expired.values.map(\.session)
        }
        guard !expired.isEmpty else { return }
        try await lane.run {
            let results = expired.map { session in Result { try session.expire() } }
            for result in results { try result.get() }
        }
    }
}

/// The reason why a request is rejected.
package enum SyncRequestError: Error, Hashable, Sendable {
    /// No user with keys has the username, or the store has no user with keys.
    case unknownUser
    /// The request states no username, and the store has several users with keys.
    case severalUsers
    /// The session has ended, never existed, or is still answering another request.
    case unknownSession
    /// The request is not the one that the session expects next.
    case malformed
    /// The store has too many sessions.
    case busy
}
