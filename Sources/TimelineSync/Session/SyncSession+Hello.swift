import TimelineCore

extension SyncSession {
    /// Creates the hello of this side.
    func hello(at time: SyncTime, withScopes: Bool) throws(SyncError) -> Hello {
        // The scopes stay the same during a session.
        let scopes = if let link { link.ownScopes } else { try store.allScopes() }
        return Hello(
            milliseconds: time.milliseconds,
            token: try store.token(),
            invitation: configuration.invitation,
            user: store.user,
            device: store.device,
            scopesHash: ScopesHash(of: scopes),
            blobBudget: configuration.blobBudget,
            salt: configuration.salt,
            scopes: withScopes ? scopes : nil,
            requestsScopes: link.map { $0.scopes == nil } ?? false
        )
    }

    /// Processes a hello: the first one establishes the link, and a second one adds the peer's
    /// scopes.
    mutating func greet(_ hello: Hello, at time: SyncTime) throws(SyncError) {
        if link == nil {
            link = try makeLink(hello, at: time)
            summary.clockDifference = ClockDifference(
                own: time.milliseconds,
                peer: hello.milliseconds
            )
        }
        link?.lacksScopes = hello.requestsScopes
        guard let scopes = hello.scopes, link?.hello.device == hello.device else { return }
        if link?.scopes == nil { hasNews = true }
        link?.scopes = scopes
        link?.memory.peerScopes = scopes
    }

    private func makeLink(_ hello: Hello, at time: SyncTime) throws(SyncError) -> PeerLink {
        let standing = try store.admit(
            PeerIdentity(
                user: hello.user,
                device: hello.device,
                invitation: hello.invitation,
                box: configuration.peer
            )
        )
        guard standing != .stranger else { throw .notInvited }
        if !isInitiator { try store.reviewRejections(at: time.milliseconds) }
        let ownScopes = try store.allScopes()
        let memory =
            try store.memory(of: hello.device, owning: configuration.peer) ?? PeerMemory()
        let knownScopes = [memory.peerScopes, ownScopes].compactMap(\.self)
        let tokens = PeerMemory.Equality(own: try store.token(), peer: hello.token)
        return PeerLink(
            hello: hello,
            standing: standing,
            ownScopes: ownScopes,
            memory: memory,
            scopes: knownScopes.first { ScopesHash(of: $0) == hello.scopesHash },
            lacksScopes: false,
            isEqual: memory.equality == tokens
        )
    }

    /// Adds a hello to a turn if the peer has not received one, needs this store's scopes, or must
    /// send its own.
    mutating func addHello(to turn: inout OutgoingTurn, at time: SyncTime) throws(SyncError) {
        guard let link else { return }
        let hash = ScopesHash(of: link.ownScopes)
        let isFirst = !isInitiator && lastEnd == nil
        let isUnknown = isFirst && !link.isEqual && link.memory.sentScopes != hash
        let sendsScopes = link.lacksScopes || isUnknown
        guard isFirst || sendsScopes || link.scopes == nil else { return }
        turn.add(.hello(try hello(at: time, withScopes: sendsScopes)))
        self.link?.lacksScopes = false
        if sendsScopes { self.link?.memory.sentScopes = hash }
    }

    /// The users whose introductions and follows are accepted from this peer.
    var introducedUsers: Set<User.ID> {
        Set([store.user] + (link.map { [$0.hello.user] } ?? []))
    }
}

/// The information about a peer that the hellos have established.
struct PeerLink {
    /// The first hello of the peer.
    let hello: Hello
    let standing: PeerTrust
    /// The scopes of this store, fixed for the session.
    let ownScopes: StoreScopes
    /// The result of the last session, updated with the peer's scopes.
    var memory: PeerMemory
    /// The scopes of the peer, or `nil` until the peer has sent them.
    var scopes: StoreScopes?
    /// Whether the peer does not know the scopes of this store.
    var lacksScopes: Bool
    /// Whether neither token has changed since the stores were last equal.
    let isEqual: Bool

    /// The scopes that both sides want, or `nil` until the peer has sent its scopes.
    var commonScopes: Set<User.ID>? {
        scopes.map { $0.wanted.intersection(ownScopes.wanted) }
    }

    /// Returns the records to compare, or `nil` until the peer has sent its scopes.
    func selection(for user: User.ID) -> RecordSelection? {
        scopes.map { scopes in
            ownScopes.selection(
                with: scopes,
                users: [user, hello.user],
                owner: standing == .ownDevice ? user : nil
            )
        }
    }
}

/// A difference between two clocks of more than ``SessionLimits/clockDifference``.
package struct ClockDifference: Hashable, Sendable {
    /// The peer's clock minus this device's, in milliseconds.
    package let milliseconds: Int64

    /// Whether the peer's clock is ahead of this device's.
    package var isPeerAhead: Bool { milliseconds > 0 }

    /// Compares two clocks.
    ///
    /// Returns `nil` if the difference is within the limit.
    init?(own: UInt64, peer: UInt64) {
        let magnitude = own < peer ? peer - own : own - peer
        guard magnitude > SessionLimits.clockDifference else { return nil }
        let limited = Int64(min(magnitude, UInt64(Int64.max)))
        milliseconds = own < peer ? limited : -limited
    }
}
