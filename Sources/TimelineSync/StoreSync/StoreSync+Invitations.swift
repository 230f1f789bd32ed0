public import Foundation
package import TimelineCore

extension StoreSync {
    /// Creates an invitation.
    ///
    /// A device that presents it may follow the user and fetch their records once, within seven
    /// days. Show the link only to the user, who sends it to a friend.
    ///
    /// - Parameter addresses: The addresses of this device, the best one first.
    /// - Returns: The link.
    /// - Throws: A `TimelineError` or a `PairingError`.
    public func invite(at addresses: [PeerAddress] = []) async throws -> InvitationLink {
        let environment = engine.environment
        let expiry = now + PairingLimits.invitation
        return try await write { social, accounts in
            let own = try requireKeys(accounts).device.id
            guard let profile = try social.user(user),
                let device = try social.devices(of: user).first(where: { $0.id == own })
            else { throw TimelineError.userHasNoAccount(user.description) }
            var generator = EnvironmentRandom(environment: environment)
            let token = SyncToken(using: &generator)
            try accounts.setState(
                StoredInvitation(expiry: expiry),
                forKey: StateKey.invitation(token, of: user)
            )
            return try InvitationLink(
                root: device.certificate.root,
                username: profile.username,
                addresses: addresses,
                token: token,
                expiry: expiry,
                box: device.certificate.box
            )
        }
    }

    /// Returns the invitations that have neither been used nor expired, in order of expiry.
    ///
    /// - Throws: A `TimelineError`.
    public func invitations() async throws -> [SyncInvitation] {
        try await engine.read { _, accounts in
            try accounts.states(
                StoredInvitation.self,
                withPrefix: StateKey.invitations(of: user)
            )
            .filter { !$0.value.isUsed && $0.value.expiry > now }
            .map { SyncInvitation(id: $0.name, expiresAt: .init(milliseconds: $0.value.expiry)) }
            .sorted { $0.expiresAt < $1.expiresAt }
        }
    }

    /// Withdraws an invitation.
    ///
    /// - Throws: A `TimelineError`.
    public func withdraw(_ invitation: SyncInvitation.ID) async throws {
        try await write { _, accounts in
            try accounts.setPrivateValue(
                nil,
                forKey: StateKey.invitations(of: user) + invitation
            )
        }
    }

    /// Follows the user who made an invitation, and adds the inviting device to the peer list.
    ///
    /// The next session with that device presents the invitation.
    ///
    /// - Parameter link: The link.
    /// - Throws: A `TimelineError`, or `SyncError.notInvited` if the invitation has expired.
    public func follow(_ link: InvitationLink) async throws {
        guard !link.isExpired(at: now) else { throw SyncError.notInvited }
        try await follow(link.user)
        let targets = link.addresses.map { $0.description as String? }
        try await write { _, accounts in
            try accounts.replaceInvitation(with: link, of: user)
            for target in [nil] + targets {
                var entry = StoredPeer(
                    user: link.user,
                    target: target,
                    name: link.username,
                    milliseconds: now
                )
                entry.invitation = link.token
                entry.box = link.box
                try accounts.setPeer(entry, of: user)
            }
        }
    }

    /// Returns the box key of the device at an address, if an unused invitation states it.
    ///
    /// Of several invitations, the newest one counts.
    package func encryptionKey(at target: String) async throws -> EncryptionKey? {
        try await newestInvitation { $0.target == target }?.box
    }

    /// Returns the unused invitation from the device with a given box key, if any.
    func invitation(from box: EncryptionKey) async throws -> SyncToken? {
        try await newestInvitation { $0.box == box }?.invitation
    }

    private func newestInvitation(
        where matches: @escaping @Sendable (StoredPeer) -> Bool
    ) async throws -> StoredPeer? {
        try await engine.read { _, accounts in
            try accounts.peers(of: user)
                .filter { $0.invitation != nil && !$0.isRemoved && matches($0) }
                .max { $0.milliseconds < $1.milliseconds }
        }
    }
}

extension AccountWriter {
    /// Replaces the invitation of an earlier link from the same device, which may have expired.
    fileprivate func replaceInvitation(
        with link: InvitationLink,
        of user: User.ID
    ) throws {
        for var entry in try peers(of: user)
        where entry.user == link.user && entry.box == link.box && entry.invitation != nil {
            entry.invitation = link.token
            try save(entry, of: user)
        }
    }
}

/// An invitation that nobody has used yet.
public struct SyncInvitation: Hashable, Sendable, Identifiable {
    /// The ID: 32 hexadecimal digits.
    ///
    /// It is the token of the invitation, so protect it like the link.
    public let id: String
    /// The date at which the invitation expires.
    public let expiresAt: Date
}
