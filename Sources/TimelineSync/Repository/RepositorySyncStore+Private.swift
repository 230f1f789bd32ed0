import Foundation
package import TimelineCore

extension RepositorySyncStore {
    /// Returns private data for another device of the same user, or `nil` if it is up to date.
    package func privatePayload(for device: KeyID) throws(SyncError) -> [UInt8]? {
        let stored = try reading { social, accounts -> ([UInt8], Bool)? in
            guard try !accounts.hasDeletedAccount(user) else { return nil }
            let payload = try accounts.privateData(of: user, social, environment).stored
            let sent = try accounts.privateValue(
                forKey: StateKey.sentPrivate(to: device, on: self.device)
            )
            return (payload, sent == payload.privateHash)
        }
        guard let (payload, isSent) = stored else { return nil }
        state.withLock { $0.sharedPrivate = payload }
        return isSent ? nil : payload
    }

    /// Accepts private data from another device of the same user.
    package func receivePrivate(_ payload: [UInt8], from device: KeyID) throws(SyncError) {
        guard try !merge(payload, from: device) else { return }
        state.withLock { $0.isPrivateDamaged = true }
    }

    /// Merges what can be read of private data, and returns whether that is all of it.
    private func merge(_ payload: [UInt8], from device: KeyID) throws(SyncError) -> Bool {
        guard let data = PrivateData(stored: payload) else { return false }
        let (before, after) = try translating {
            try repository.writeAccounts { social, accounts -> ([UInt8]?, [UInt8]?) in
                guard try !accounts.hasDeletedAccount(user) else { return (nil, nil) }
                let before = try accounts.privateData(of: user, social, environment).stored
                try accounts.merge(data, from: device, into: user, social, environment)
                return (before, try accounts.privateData(of: user, social, environment).stored)
            }
        }
        // The peer merges the same data, unless this store has changed since it sent its own.
        state.withLock { if $0.sharedPrivate == before { $0.sharedPrivate = after } }
        return !data.isDamaged
    }

    /// Records which private data another device of the same user now has, and marks activity as
    /// seen and posts as read now that the session's records have arrived.
    ///
    /// Changes made during the session are not included, so the next session sends them. If the
    /// clocks differ, it sends everything again, because the other device may consider changes to
    /// be too far ahead that are not.
    func notePrivateSent(to device: KeyID, clocksAgree: Bool) throws {
        let shared = state.withLock(\.sharedPrivate)
        try repository.writeAccounts { social, accounts in
            guard try !accounts.hasDeletedAccount(user) else { return }
            let before = try accounts.privateData(of: user, social, environment).stored
            try accounts.markReadElsewhere(by: user, social)
            guard clocksAgree, let shared else { return }
            let known =
                try shared == before
                ? accounts.privateData(of: user, social, environment).stored : shared
            let key = StateKey.sentPrivate(to: device, on: self.device)
            try accounts.setPrivateValue(known.privateHash, forKey: key)
        }
    }

    // MARK: Folders

    /// Returns the private data for a folder of the user's own devices.
    package func privateFile(replacing present: [UInt8]?) throws(SyncError) -> [UInt8]? {
        let stored = try reading { social, accounts -> (data: [UInt8], key: SigningKey)? in
            guard try !accounts.hasDeletedAccount(user), let keys = try accounts.keys(of: user)
            else { return nil }
            return (try accounts.privateData(of: user, social, environment).stored, keys.device)
        }
        guard let stored else { return nil }
        let former = present.flatMap {
            PrivateFile.decode($0, signedBy: stored.key.verifyingKey)
        }
        guard former != stored.data else { return nil }
        return try translating { try PrivateFile.encode(stored.data, signedBy: stored.key) }
    }

    /// Accepts private data from a folder, if its device belongs to the user and has signed it.
    package func receivePrivateFile(
        _ file: [UInt8],
        from device: KeyID
    ) throws(SyncError) -> Bool {
        let sender = try reading { social, _ in
            try social.devices(of: user).first { $0.id == device }
        }
        // The record that adds the device may arrive later. A revoked device has no say.
        guard let sender, !sender.isRevoked else { return true }
        guard let data = PrivateFile.decode(file, signedBy: sender.certificate.device) else {
            return false
        }
        return try merge(data, from: device)
    }

    private var environment: TimelineEnvironment { engine.environment }
}

extension AccountReader {
    /// Returns whether a user with keys has deleted their account, and thus has no private data.
    func hasDeletedAccount(_ user: User.ID) throws -> Bool { try account(of: user) == nil }
}

extension [UInt8] {
    /// The SHA-256 hash of private data.
    fileprivate var privateHash: [UInt8] { Array(BlobID(of: Data(self)).bytes) }
}
