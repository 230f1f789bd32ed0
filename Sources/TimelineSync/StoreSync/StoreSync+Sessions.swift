import Foundation
package import TimelineCore

/// Runs a session to its end, on a thread that may block.
package typealias SessionCarrier =
    @Sendable (inout SyncSession<RepositorySyncStore>) throws(SyncError) -> SessionOutcome

extension StoreSync {
    /// Syncs over two file descriptors, such as the pipes of `ssh`.
    ///
    /// The session is encrypted, and both devices prove their identity, as over TCP. If the user
    /// has followed a link from the other device, the initiator presents its invitation.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to. Neither descriptor is closed. Ignore the `SIGPIPE`
    ///     signal in the process.
    ///   - role: The role of this device. The initiator is the device that chose the peer.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError`, such as `SyncError.notInvited` if the other device is unknown, or a
    ///   `TimelineError`. All records that had arrived are kept.
    @discardableResult
    package func sync(
        input: Int32,
        output: Int32,
        role: SessionConfiguration.Role,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let key = try await noiseKey()
        let isInitiator = role == .initiator
        let carrier = try await runBlocking {
            try PipeCarrier.connect(
                input: input,
                output: output,
                as: isInitiator ? .initiator : .responder,
                with: key
            )
        }
        let environment = engine.environment
        return try await session(
            role: role,
            peer: carrier.peer,
            invitation: isInitiator ? try await invitation(from: carrier.peer) : nil,
            budget: budget,
            onProgress: onProgress
        ) { session throws(SyncError) in
            var carrier = carrier
            return carrier.run(&session) { .present(environment) }
        }
    }

    /// Runs a session over any carrier.
    ///
    /// - Parameters:
    ///   - role: The role of this device. The initiator is the device that chose the peer.
    ///   - peer: The box key that the peer has proved to own.
    ///   - invitation: The invitation to present.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    ///   - carry: Runs the session to its end, on a thread that may block.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError`, such as `SyncError.unknownDevice` if the peer of an initiator is no
    ///   device of the store's users, of their peers or of an invitation, or a `TimelineError`. All
    ///   records that had arrived are kept.
    @discardableResult
    package func session(
        role: SessionConfiguration.Role,
        peer: EncryptionKey,
        invitation: SyncToken? = nil,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in },
        carry: @escaping SessionCarrier
    ) async throws -> SyncReport {
        try await runBlocking(isIncoming: role == .responder) {
            if role == .initiator { try makeStore().sweepParts() }
            var session = try openSession(
                role: role,
                peer: peer,
                invitation: invitation,
                budget: budget,
                onProgress: onProgress
            )
            let outcome: SessionOutcome
            do throws(SyncError) {
                outcome = try carry(&session)
            } catch {
                outcome = .failed(error)
            }
            try finish(session, outcome)
            if case .failed(let error) = outcome {
                throw session.store.state.withLock(\.failure) ?? error
            }
            var report = SyncReport(session.summary)
            let admitted = session.store.state.withLock(\.peer)
            report.peer = admitted?.user
            report.peerDevice = admitted?.device
            if let admitted, session.store.state.withLock(\.isPrivateDamaged) {
                // Under this name, a folder contains the same data.
                report.damagedFiles = ["private/\(admitted.device)"]
                report.isEqual = false
            }
            report.removedPictures = try removeExcessPictures()
            try session.store.sweepParts()
            report.clock = try clockVerdict()
            report.isKeyUsedElsewhere = try engine.syncedRepository.read { _, accounts in
                try accounts.isDeviceKey(of: user, marked: .reused)
            }
            return report
        }
    }

    /// Creates a session that has not started.
    ///
    /// This call blocks.
    func openSession(
        role: SessionConfiguration.Role,
        peer: EncryptionKey,
        invitation: SyncToken? = nil,
        budget: UInt64 = .max,
        receivesWholeTurns: Bool = false,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) throws -> SyncSession<RepositorySyncStore> {
        let store = try RepositorySyncStore(
            owner: owner,
            user: user,
            partialBlobs: partials,
            isOutgoing: role == .initiator,
            onProgress: onProgress
        )
        var generator = SystemRandomNumberGenerator()
        var configuration = SessionConfiguration(
            role: role,
            salt: Nonce(using: &generator),
            peer: peer,
            invitation: invitation,
            blobBudget: budget
        )
        configuration.receivesWholeTurns = receivesWholeTurns
        if role == .initiator, try store.isRevokedDevice(atAddress: peer) {
            configuration.refusal = .deviceRevoked
        }
        return SyncSession(store: store, configuration: configuration)
    }

    /// Stores the result of a session with an admitted peer, and the report by another device of the
    /// user that this one was ended.
    ///
    /// This call blocks.
    func finish(
        _ session: SyncSession<RepositorySyncStore>,
        _ outcome: SessionOutcome
    ) throws {
        let store = session.store
        if outcome == .failed(.peerFailed(.deviceRevoked)) {
            try noteEnd(accordingTo: session.configuration.peer)
        }
        let state = store.state.withLock { $0 }
        guard let peer = state.peer, state.standing != .stranger else { return }
        store.report { $0.device = peer.device }
        let report = SyncReport(session.summary)
        try engine.syncedRepository.writeAccounts { social, accounts in
            let name = StateKey.contact(of: peer.device, owning: peer.box)
            let key = StateKey.contact(with: name, on: store.device)
            try accounts.forgetContacts(owning: peer.box, except: name, on: store.device)
            var contact =
                try accounts.state(StoredContact.self, forKey: key)
                ?? StoredContact(user: peer.user, last: now)
            (contact.user, contact.last) = (peer.user, now)
            contact.clockDifference = session.summary.clockDifference?.milliseconds
            contact.failure =
                outcome.failureCode
                ?? (state.isPrivateDamaged ? SyncError.damagedPack.code : nil)
            contact.isBudgetReached =
                report.isBudgetReached || outcome != .finished && contact.isBudgetReached
            contact.note(
                given: session.summary.givenToken.flatMap { state.epochs[$0] },
                arrivals: state.arrivals
            )
            if report.isEqual, outcome == .finished {
                try contact.noteEqual(with: peer.device, at: contact.last, social)
            }
            try accounts.setState(contact, forKey: key)
            try accounts.setFutureRecords(
                session.summary.futureRecords,
                from: name,
                on: store.device,
                isComplete: outcome == .finished
            )
            guard outcome == .finished else { return }
            try accounts.forgetInvitations(to: peer.user, of: user)
        }
        if outcome == .finished, state.standing == .ownDevice {
            let clocksAgree = session.summary.clockDifference == nil
            try store.notePrivateSent(to: peer.device, clocksAgree: clocksAgree)
        }
    }

    /// Makes every change fail until a login gives this device a new key, if the peer that reports
    /// its end is a device of the same user.
    ///
    /// The record that revokes the key may not have arrived. A report by anyone else has no effect.
    private func noteEnd(accordingTo peer: EncryptionKey?) throws {
        try engine.syncedRepository.writeAccounts { social, accounts in
            let isOwn = try social.devices(of: user)
                .contains { !$0.isRevoked && $0.certificate.box == peer }
            if isOwn { try accounts.markDeviceKey(of: user, as: .revoked) }
        }
    }
}

extension AccountWriter {
    /// Removes the contacts with former keys of a device, which has kept its box key.
    fileprivate func forgetContacts(
        owning box: EncryptionKey?,
        except name: String,
        on device: KeyID
    ) throws {
        guard let box else { return }
        for (former, _) in try states(
            StoredContact.self,
            withPrefix: StateKey.contacts(of: device)
        ) where former != name && former.hasSuffix("-\(box)") {
            try setPrivateValue(nil, forKey: StateKey.contact(with: former, on: device))
            try setPrivateValue(nil, forKey: StateKey.memory(of: former, on: device))
            try setPrivateValue(nil, forKey: StateKey.futureRecords(from: former, on: device))
        }
    }
}

extension SessionOutcome {
    /// The code of the error that ended the session, or `nil` if it was successful.
    fileprivate var failureCode: String? {
        switch self {
        case .finished: nil
        case .failed(let error): error.code
        }
    }
}

extension SyncError {
    /// A stable code for the error, in kebab case.
    package var code: String {
        switch self {
        case .store(let code): code
        case .system: "system"
        case .damagedPack: "damaged-pack"
        case .peerFailed(let failure): "peer-\(failure.rawValue)"
        case .disconnected: "disconnected"
        case .notInvited: "not-invited"
        case .deviceRevoked: "device-revoked"
        case .silence: "silence"
        case .unknownDevice: "unknown-device"
        case .turnTooLong, .noProgress, .workExceeded: "limit-exceeded"
        case .unsupportedVersion: "unsupported-version"
        case .handshakeFailed: "handshake-failed"
        case .httpStatus: "http-status"
        case .certificateRejected: "certificate-rejected"
        case .authoritiesUnusable: "certificate-unusable"
        case .httpUnavailable: "libcurl-missing"
        case .proxyUnusable: "proxy-unusable"
        default: "malformed"
        }
    }

    /// Returns the code to note for ``StoreSync/status()``, which tells why a folder cannot be used
    /// or a device cannot be reached.
    ///
    /// - Parameter isFolder: Whether the sync was one with a folder.
    /// - Returns: The code, in kebab case.
    package func code(atFolder isFolder: Bool) -> String {
        switch self {
        case .system(let number) where isFolder:
            switch number {
            case ENOSPC, EDQUOT: "folder-full"
            case EROFS: "folder-read-only"
            case EACCES, EPERM: "folder-not-permitted"
            default: "folder-unusable"
            }
        case .system(ECONNREFUSED): "connection-refused"
        case .system: "unreachable"
        case .unknownHost: "unknown-host"
        case .peerFailed(.notInvited): SyncError.notInvited.code
        default: code
        }
    }
}

extension AccountWriter {
    /// Deletes the invitations from a user, because this device has presented them.
    fileprivate func forgetInvitations(
        to peer: User.ID,
        of user: User.ID
    ) throws {
        for var entry in try peers(of: user)
        where entry.user == peer && entry.invitation != nil {
            entry.invitation = nil
            try save(entry, of: user)
        }
    }
}
