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
