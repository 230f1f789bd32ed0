import TimelineCrypto
import TimelineCore
import TimelineSync
@testable import SyncTestSupport

/// Verifies records that are signed with hashes, which is 50 times as fast as Ed25519.
///
/// In the simulator, only the owner of a key creates such signatures.
struct SimulatedKeys: RecordVerifier {
    /// A cache of records that have been read before, by their bytes.
    final class Cache {
        var results: [[UInt8]: Result<SignedRecord, RecordError>] = [:]
    }

    /// A key of a user, in one of its two roles.
    private struct Key: Hashable {
        let user: User.ID
        let id: KeyID
        let isRoot: Bool
    }

    let cache: Cache
    private var keys: [Key: VerifyingKey] = [:]

    init(cache: Cache) {
        self.cache = cache
    }

    /// Returns the signature of a body.
    static func signature(of body: [UInt8], by key: VerifyingKey) -> [UInt8] {
        let digest = SHA256.hash(key.bytes + body).bytes
        return digest + digest
    }

    mutating func insert(_ record: VerifiedRecord) {
        guard case .keyAdded(let certificate) = record.content else { return }
        let user = record.author
        keys[Key(user: user, id: certificate.root.id, isRoot: true)] = certificate.root
        keys[Key(user: user, id: certificate.device.id, isRoot: false)] = certificate.device
    }

    mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>] {
        let records = encodings.map { encoding in
            if let result = cache.results[encoding] { return result }
            let result = Result { () throws(RecordError) in try SignedRecord(decoding: encoding) }
            cache.results[encoding] = result
            return result
        }
        for case .success(let record) in records where record.content.kind == .keyAdded {
            if case .success(let verified) = verify(record) { insert(verified) }
        }
        return records.map { $0.flatMap(verify) }
    }

    private func verify(_ record: SignedRecord) -> Result<VerifiedRecord, RecordError> {
        let claimed = VerifiedRecord(unchecked: record)
        var key: VerifyingKey?
        if case .keyAdded(let certificate) = claimed.content {
            key = certificate.root
        } else {
            let isRoot = claimed.content.isSignedByRoot
            key = keys[Key(user: claimed.author, id: claimed.key, isRoot: isRoot)]
        }
        guard let key else { return .failure(.unknownKey(claimed.key)) }
        guard Self.signature(of: claimed.bodyBytes, by: key) == claimed.signature else {
            return .failure(.invalidSignature)
        }
        return .success(claimed)
    }
}
