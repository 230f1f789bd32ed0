package import Foundation

/// What the repair of a clock that was ahead has done for one user.
///
/// The content of records from the future was signed again, with stamps of the present. A record
/// contains its stamp, and the ID of a post or comment contains its time, so posts and comments have
/// new IDs.
package struct ClockRepair: Hashable, Sendable {
    /// A post or comment with a new ID.
    package struct MovedItem: Hashable, Sendable {
        /// The former ID, which refers to nothing any longer.
        package let old: ItemReference
        /// The present ID.
        package let new: ItemReference
    }

    /// The posts and comments with new IDs: those of the user, oldest first, and then the comments
    /// by other users of this store.
    package internal(set) var moved: [MovedItem] = []
    /// What may return, by kind, with the date of the first such record.
    ///
    /// Without the password, this device's key is still in use. So a former value of the profile,
    /// a like, a follow or an edit replaces the present one if it arrives again, from a folder or from
    /// a device with the same wrong clock, once its date has passed.
    package internal(set) var returning: [RecordKind: Date] = [:]
    /// The user's other devices that have signed records from the future, which only a repair there
    /// can sign again.
    package internal(set) var otherDevices: Set<KeyID> = []
    /// Whether nothing was repaired, because the root key has signed records from the future and only
    /// the password opens it.
    package internal(set) var needsPassword = false
}

extension UserSession {
    /// Signs the user's records from the future again, with stamps of the present.
    ///
    /// With the password, the store receives a new device key, and the former one is revoked with a
    /// list of everything but its records from the future. Thus nothing of them can return once
    /// their date has passed. Without it, posts and comments are deleted and signed again by the
    /// same key; the rest may return (``ClockRepair/returning``).
    ///
    /// Everything happens in one transaction.
    ///
    /// - Parameters:
    ///   - password: The user's password, or `nil` if it is not known.
    ///   - note: Writes further private data in the transaction, along with the records that were
    ///     signed again.
    /// - Returns: What was done.
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/rootKeySealed`` if the password was reset, or a storage error. In each case,
    ///   nothing has changed.
    package func repairClock(
        password: Password?,
        noting note: @escaping @Sendable (any AccountWriter, [VerifiedRecord]) throws -> Void
    ) async throws -> ClockRepair {
        guard let password else {
            return try await engine.writes.run {
                try engine.signFutureRecordsAgain(of: userID, noting: note) ?? ClockRepair()
            }
        }
        return try await verifying(password) { verified in
            guard let (keys, root) = try await openKeys(of: verified, with: password) else {
                return nil
            }
            // The box key stays, so that peers still find the device.
            let new = UserKeys(
                root: keys.root,
                device: engine.environment.makeSigningKey(),
                box: keys.box,
                isExported: keys.isExported
            )
            let replacement = DeviceReplacement(
                former: keys.device.id,
                keys: new,
                certificate: try new.certificate(root: root),
                root: root
            )
            return try await engine.writes.run {
                try engine.signFutureRecordsAgain(of: userID, replacement, noting: note)
            }
        }
    }
}

/// A device key that replaces another one of the same store.
private struct DeviceReplacement: Sendable {
    let former: KeyID
    let keys: UserKeys
    let certificate: DeviceCertificate
    let root: SigningKey
}

extension TimelineEngine {
    /// Signs a user's records from the future again.
    ///
    /// - Returns: What was done, or `nil` if the store no longer has the device key that
    ///   `replacement` replaces.
    fileprivate func signFutureRecordsAgain(
        of user: User.ID,
        _ replacement: DeviceReplacement? = nil,
        noting note: (any AccountWriter, [VerifiedRecord]) throws -> Void
    ) throws -> ClockRepair? {
        var repair: ClockRepair?
        try repository.apply { social, accounts in
            repair = nil
            guard let keys = try accounts.keys(of: user),
                replacement.map({ $0.former == keys.device.id }) ?? true
            else { return .empty }
            let device = keys.device.id
            let future = try FutureRecords(
                of: user,
                on: device,
                newerThan: environment.newestAllowed,
                social
            )
            var done = ClockRepair()
            defer { repair = done }
            done.otherDevices = future.otherDevices
            let isRevoked =
                try social.isRevoked(device, of: user)
                || accounts.isDeviceKey(of: user, marked: .revoked)
            done.needsPassword = replacement == nil && (isRevoked || future.needRoot)
            if done.needsPassword { return .empty }
            guard !future.records.isEmpty else {
                // The records from the future may have become void, for example because another
                // device was repaired.
                return ValidatedBatch.empty.replacing([], of: user)
            }
            // If only the root key has signed records from the future, the device key stays.
            let new = isRevoked || future.areSigned(by: device) ? replacement : nil
            var signer = try signer(
                of: user,
                new?.keys.device ?? keys.device,
                root: replacement?.root,
                answering: future,
                social,
                accounts
            )
            if let new {
                try signer.sign(.keyAdded(new.certificate), by: user)
                if !isRevoked {
                    try revoke(device, in: future, with: &signer, of: user, social)
                }
                try accounts.setKeys(new.keys, of: user)
            }
            done.moved = try future.signAgain(with: &signer, social)
            done.returning = future.returning(exceptBy: new == nil || isRevoked ? nil : device)
            try accounts.endReadPositions(at: Post.ID(environment.present))
            try note(accounts, future.records)
            return try ValidatedBatch(checking: signer.records, now: environment.now())
                .replacing(future.ids, of: user)
        }
        return repair
    }

    /// Revokes a device key with a list of everything but its records from the future.
    private func revoke(
        _ device: KeyID,
        in future: FutureRecords,
        with signer: inout PresentSigner,
        of user: User.ID,
        _ social: any SocialReader
    ) throws {
        var random = EnvironmentRandom(environment: environment)
        let parts = KeyRevocation.parts(
            of: device,
            last: future.newest,
            listing: try social.records(signedBy: device, of: user).map(\.id)
                .filter { !future.ids.contains($0) },
            using: &random
        )
        for part in parts { try signer.sign(.keyRevoked(part), by: user) }
    }

    /// Returns a signer for a user and for those users of this store who have replied to the user's
    /// posts from the future.
    private func signer(
        of user: User.ID,
        _ key: SigningKey,
        root: SigningKey?,
        answering future: FutureRecords,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> PresentSigner {
        var keys = [user: key]
        var newest = future.newest
        for author in Set(future.replies.map(\.author)) where author != user {
            guard let key = try accounts.signingKey(of: author),
                try !social.isRevoked(key.id, of: author)
            else { continue }
            keys[author] = key
            let own = try FutureRecords(
                of: author,
                on: nil,
                newerThan: environment.newestAllowed,
                social
            )
            newest = max(newest, own.newest)
        }
        return PresentSigner(keys: keys, root: root, above: newest, environment)
    }
}

extension AccountWriter {
    /// Cuts off all read positions.
    ///
    /// A position that extends into the future would mark new posts as read.
    fileprivate func endReadPositions(at newest: Post.ID) throws {
        for user in try users() {
            let position = try readPosition(of: user)
            let ended = position.ending(at: newest)
            if ended != position { try setReadPosition(ended, of: user) }
        }
    }
}
