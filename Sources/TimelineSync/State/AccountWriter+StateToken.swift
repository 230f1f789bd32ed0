import TimelineCrypto
import TimelineCore

extension AccountReader {
    /// Returns the state token, which changes whenever live records, rejections or blocks change.
    func stateToken(_ social: any SocialReader) throws -> SyncToken {
        let own = try privateValue(forKey: StateKey.token) ?? []
        let blocked = try blockedUsers().sorted().flatMap(\.bytes)
        let digest = SHA256.hash(try social.recordToken() + own + blocked).bytes
        guard let token = SyncToken(bytes: digest.prefix(SyncToken.byteCount)) else {
            throw SyncError.store(code: StoreFailure.code)
        }
        return token
    }
}

extension AccountWriter {
    /// Replaces the part of the state token that depends on the rejections.
    func renewStateToken(_ environment: TimelineEnvironment) throws {
        try setPrivateValue(environment.randomBytes(SyncToken.byteCount), forKey: StateKey.token)
    }
}

/// The code of storage errors without a more specific one.
enum StoreFailure {
    static let code = "storage-failed"
}
