import TimelineCrypto

/// A directory of users' public keys, which verifies their records.
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
        guard case .keyAdded(let certificate) = record.content else { return }
        var keys = users[record.author] ?? Keys()
        keys.roots.insert(certificate.root, for: certificate.root.id)
        keys.devices.insert(certificate.device, for: certificate.device.id)
        users[record.author] = keys
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
        let record = VerifiedRecord(unchecked: record)
        let keys = candidates(for: record)
        guard !keys.isEmpty else { throw .unknownKey(record.key) }
        guard keys.contains(where: { record.isSigned(by: $0) }) else { throw .invalidSignature }
        return record
    }

    /// Returns the keys that may have signed a record.
    private func candidates(for record: VerifiedRecord) -> [VerifyingKey] {
        if case .keyAdded(let certificate) = record.content { return [certificate.root] }
        let keys = users[record.author]
        return (record.content.isSignedByRoot ? keys?.roots : keys?.devices)?[record.key] ?? []
    }
}

extension [KeyID: [VerifyingKey]] {
    fileprivate mutating func insert(_ key: VerifyingKey, for id: KeyID) {
        if self[id]?.contains(key) != true { self[id, default: []].append(key) }
    }
}

extension KeyDirectory {
    /// Reads and verifies many records on all processors.
    ///
    /// Records that add a device are verified first, and their keys are added to the directory, so
    /// the order of the records does not matter. Blocks the calling thread, which also verifies
    /// records. Do not call the method on Swift's cooperative thread pool.
    ///
    /// - Parameter encodings: The bytes of each record. They may come from strangers.
    /// - Returns: For each record, in the same order, the verified record or the error that rejects
    ///   it.
    package mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>] {
        let records = ConcurrentParts.map(encodings.count) { index in
            Result { () throws(RecordError) in try SignedRecord(decoding: encodings[index]) }
        }
        return verify(records)
    }

    private mutating func verify(
        _ records: [Result<SignedRecord, RecordError>]
    ) -> [Result<VerifiedRecord, RecordError>] {
        let empty = KeyDirectory()
        let keyRecords = records.indices.filter { records[$0].addsKey }
        let verifiedKeys = ConcurrentParts.map(keyRecords.count) { index in
            records[keyRecords[index]].verified(by: empty)
        }
        for case .success(let record) in verifiedKeys { insert(record) }
        let others = records.indices.filter { !records[$0].addsKey }
        let verifiedOthers = ConcurrentParts.map(others.count) { [self] index in
            records[others[index]].verified(by: self)
        }
        let pairs = zip(keyRecords + others, verifiedKeys + verifiedOthers)
        return pairs.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Result<SignedRecord, RecordError> {
    /// Whether the record is well-formed and adds a device.
    fileprivate var addsKey: Bool {
        if case .success(let record) = self { record.content.kind == .keyAdded } else { false }
    }

    fileprivate func verified(by keys: KeyDirectory) -> Result<VerifiedRecord, RecordError> {
        flatMap { record in
            Result<VerifiedRecord, RecordError> { () throws(RecordError) in
                try keys.verify(record)
            }
        }
    }
}
