import TimelineCrypto

/// A record that was signed with its author's root key or with a device key that the root key has
/// certified.
///
/// Other packages can create verified records only with a ``KeyDirectory``, so unverified records
/// cannot enter a live set.
public struct VerifiedRecord: Hashable, Sendable {
    /// The record.
    public let record: SignedRecord

    /// Creates a verified record without verifying the signature.
    ///
    /// Repositories call this initializer for records that they read from their own tables.
    package init(unchecked record: SignedRecord) {
        self.record = record
    }

    /// Creates a record by signing a statement.
    ///
    /// - Throws: ``RecordError`` if the statement cannot be encoded.
    package init(signing body: RecordBody, with key: SigningKey) throws(RecordError) {
        self.init(unchecked: try SignedRecord(signing: body, with: key))
    }

    /// Signs many statements on all processors.
    ///
    /// Blocks the calling thread, which also signs. Do not call the method on Swift's cooperative
    /// thread pool.
    ///
    /// - Parameter statements: The statements, each with the key that signs it.
    /// - Returns: For each statement, in the same order, the record or the error that rejects it.
    package static func signing(
        _ statements: [(body: RecordBody, key: SigningKey)]
    ) -> [Result<VerifiedRecord, RecordError>] {
        ConcurrentParts.map(statements.count) { index in
            Result { () throws(RecordError) in
                try VerifiedRecord(signing: statements[index].body, with: statements[index].key)
            }
        }
    }

    /// The ID of the record.
    public var id: RecordID { record.id }
    /// The statement and its author.
    public var body: RecordBody { record.body }
    /// Whether the record introduces its author; see ``RecordKind/introducesAuthor``.
    package var introducesAuthor: Bool { body.content.kind?.introducesAuthor == true }
}

extension VerifiedRecord: Comparable {
    /// Returns whether `left` sorts before `right`, first by stamp and then by ID.
    ///
    /// The highest record of an LWW register wins.
    public static func < (left: Self, right: Self) -> Bool {
        (left.body.stamp, left.id) < (right.body.stamp, right.id)
    }
}

extension VerifiedRecord {
    /// The blobs of the photos in the record: public copies and previews.
    package var blobs: [BlobID] {
        body.photos.flatMap { [$0.blob] + [$0.preview?.blob].compactMap(\.self) }
    }
}

/// The position of a record in the order of (time, ID), which a first sync follows from the newest
/// record to the oldest.
public struct RecordPosition: Hashable, Comparable, Sendable {
    /// The milliseconds of the record's stamp.
    public let milliseconds: UInt64
    /// The ID of the record.
    public let id: RecordID

    /// Creates a position.
    package init(milliseconds: UInt64, id: RecordID) {
        self.milliseconds = milliseconds
        self.id = id
    }

    /// Returns whether `left` is older than `right`, or equally old with a lower ID.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.id) < (right.milliseconds, right.id)
    }
}

extension RecordPosition {
    /// Creates the position of a record.
    package init(of record: VerifiedRecord) {
        self.init(milliseconds: record.body.stamp.milliseconds, id: record.id)
    }
}

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
    package init() {}

    /// Adds the keys of a record that adds a device.
    ///
    /// Other records have no effect. A revoked key stays in the directory, because some of
    /// its records are still valid; see ``liveSet(of:)``.
    package mutating func insert(_ record: VerifiedRecord) {
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
    package func verify(_ record: SignedRecord) throws(RecordError) -> VerifiedRecord {
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
        if case .success(let record) = self { record.body.content.kind == .keyAdded } else { false }
    }

    fileprivate func verified(by keys: KeyDirectory) -> Result<VerifiedRecord, RecordError> {
        flatMap { record in
            Result<VerifiedRecord, RecordError> { () throws(RecordError) in
                try keys.verify(record)
            }
        }
    }
}
