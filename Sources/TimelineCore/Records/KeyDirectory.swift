/// A directory of users' public keys, which verifies their records.
///
/// ```swift
/// var keys = KeyDirectory()
/// let added = try keys.verify(keyRecord)
/// keys.insert(added)
/// let post = try keys.verify(postRecord)
/// ```
public struct KeyDirectory: Sendable {
    /// The keys of one user.
    ///
    /// A hostile user can create two keys with the same key ID. Both are stored, so that the result
    /// of verifying a record does not depend on the order in which the keys arrived.
    private struct Keys: Sendable {
        var roots: [KeyID: [VerifyingKey]] = [:]
        var devices: [KeyID: [VerifyingKey]] = [:]
    }

    private var users: [User.ID: Keys] = [:]

    /// Creates a directory without keys.
    public init() {}

    /// Adds the keys of a record that adds a device.
    ///
    /// Other records have no effect. A revoked key stays in the directory, because some of
    /// its records are still valid; see ``liveSet(of:)``.
    public mutating func insert(_ record: VerifiedRecord) {
        guard case .keyAdded(let certificate) = record.body.content else { return }
        var keys = users[record.body.author] ?? Keys()
        keys.roots.insert(certificate.root, for: certificate.root.id)
        keys.devices.insert(certificate.device, for: certificate.device.id)
        users[record.body.author] = keys
    }

    /// Verifies the signature of a record.
    ///
    /// A record that adds a device contains its root key, from which the author's ID is derived, so
    /// it can be verified without a directory entry.
    ///
    /// - Parameter record: A well-formed record.
    /// - Returns: The verified record.
    /// - Throws: ``RecordError/unknownKey(_:)`` or ``RecordError/invalidSignature``.
    public func verify(_ record: SignedRecord) throws(RecordError) -> VerifiedRecord {
        let keys = candidates(for: record.body)
        guard !keys.isEmpty else { throw .unknownKey(record.body.key) }
        guard keys.contains(where: { record.isSigned(by: $0) }) else { throw .invalidSignature }
        return VerifiedRecord(unchecked: record)
    }

    /// Returns the keys that may have signed a record.
    private func candidates(for body: RecordBody) -> [VerifyingKey] {
        if case .keyAdded(let certificate) = body.content { return [certificate.root] }
        let keys = users[body.author]
        return (body.content.isSignedByRoot ? keys?.roots : keys?.devices)?[body.key] ?? []
    }
}

extension [KeyID: [VerifyingKey]] {
    fileprivate mutating func insert(_ key: VerifyingKey, for id: KeyID) {
        if self[id]?.contains(key) != true { self[id, default: []].append(key) }
    }
}
