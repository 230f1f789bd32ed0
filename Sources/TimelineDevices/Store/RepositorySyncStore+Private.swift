import Foundation
public import TimelineRecords
public import TimelineSync
import TimelineCore

extension RepositorySyncStore {
    /// Returns private data for another device of the same user, or `nil` if it is up to date.
    public func privatePayload(for device: KeyID) throws(SyncError) -> [UInt8]? {
        let stored = try reading { social, accounts -> ([UInt8], Bool)? in
            guard try !accounts.hasLeft(user) else { return nil }
            let payload = try accounts.privateData(of: user, social).stored
            let sent = try accounts.privateValue(
                forKey: StateKey.sentPrivate(to: device, on: self.device)
            )
            return (payload, sent == payload.privateHash)
        }
        guard let (payload, isSent) = stored, payload.count <= FrameLimits.payload else {
            return nil
        }
        visit.withLock { $0.sharedPrivate = payload }
        return isSent ? nil : payload
    }

    /// Accepts private data from another device of the same user.
    public func receivePrivate(_ payload: [UInt8], from device: KeyID) throws(SyncError) {
        guard let data = PrivateData(stored: payload) else { return }
        let (before, after) = try translating {
            try repository.writeAccounts { social, accounts -> ([UInt8]?, [UInt8]?) in
                guard try !accounts.hasLeft(user) else { return (nil, nil) }
                let before = try accounts.privateData(of: user, social).stored
                try accounts.merge(data, into: user, social, engine.environment)
                return (before, try accounts.privateData(of: user, social).stored)
            }
        }
        // The peer merges the same data, unless this store has changed since it sent its own.
        visit.withLock { if $0.sharedPrivate == before { $0.sharedPrivate = after } }
    }

    /// Records which private data another device of the same user now has, and marks activity as
    /// seen and posts as read now that the session's records have arrived.
    ///
    /// Changes made during the session are not included, so the next session sends them.
    func notePrivateSent(to device: KeyID) throws {
        let shared = visit.withLock(\.sharedPrivate)
        try repository.writeAccounts { social, accounts in
            guard try !accounts.hasLeft(user) else { return }
            try accounts.markSeenActivity(of: user, social)
            try accounts.markReadPosts(of: user, social)
            guard let shared else { return }
            let key = StateKey.sentPrivate(to: device, on: self.device)
            try accounts.setPrivateValue(shared.privateHash, forKey: key)
        }
    }
}

extension AccountReader {
    /// Returns whether a user with keys has left, and thus has no private data.
    func hasLeft(_ user: RecordUserID) throws -> Bool { try account(of: User.ID(user)) == nil }
}

extension [UInt8] {
    /// The SHA-256 hash of private data.
    fileprivate var privateHash: [UInt8] { Array(BlobID(of: Data(self)).bytes) }
}
