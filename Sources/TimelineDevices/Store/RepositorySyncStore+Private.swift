import Foundation
public import TimelineRecords
public import TimelineSync
import TimelineCore

extension RepositorySyncStore {
    /// Returns private data for another device of the same user, or `nil` if it is up to date.
    public func privatePayload(for device: KeyID) throws(SyncError) -> [UInt8]? {
        try reading { social, accounts in
            let payload = try accounts.privateData(of: user, social).stored
            let key = StateKey.sentPrivate(to: device, on: self.device)
            let hash = Array(BlobID(of: Data(payload)).bytes)
            let isSent = try accounts.privateValue(forKey: key) == hash
            return isSent || payload.count > FrameLimits.payload ? nil : payload
        }
    }

    /// Accepts private data from another device of the same user.
    public func receivePrivate(_ payload: [UInt8], from device: KeyID) throws(SyncError) {
        guard let data = PrivateData(stored: payload) else { return }
        try translating {
            try repository.writeAccounts { social, accounts in
                try accounts.merge(data, into: user, social, engine.environment)
            }
        }
    }

    /// Notes that another device of the same user has received the private data, and applies what
    /// depends on the records of the session.
    func notePrivateSent(to device: KeyID) throws {
        try repository.writeAccounts { social, accounts in
            try accounts.markSeenActivity(of: user, social)
            let payload = try accounts.privateData(of: user, social).stored
            let hash = Array(BlobID(of: Data(payload)).bytes)
            let key = StateKey.sentPrivate(to: device, on: self.device)
            try accounts.setPrivateValue(hash, forKey: key)
        }
    }
}
