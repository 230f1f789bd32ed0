/// The keys that records add and revoke, which determine whether other records may be live.
struct KeyStates {
    /// A key of one user.
    ///
    /// A user's root key and device keys are distinct even if they have the same key ID.
    private struct Key: Hashable {
        let user: User.ID
        let id: KeyID
        let isRoot: Bool
    }

    private var added: Set<Key> = []
    private var revocations: [Key: KeyRevocations] = [:]

    init(of records: [VerifiedRecord]) {
        for record in records {
            let author = record.body.author
            guard case .keyAdded(let certificate) = record.body.content else { continue }
            added.insert(Key(user: author, id: certificate.root.id, isRoot: true))
            added.insert(Key(user: author, id: certificate.device.id, isRoot: false))
        }
        var parts: [Key: [KeyRevocation]] = [:]
        for record in records {
            guard case .keyRevoked(let part) = record.body.content, isAdded(record.body)
            else { continue }
            parts[Key(user: record.body.author, id: part.key, isRoot: false), default: []]
                .append(part)
        }
        revocations = parts.compactMapValues { KeyRevocations($0) }
    }

    /// Returns whether the key of a record was added, and whether its revocations, if any, leave the
    /// record live.
    func allow(_ record: VerifiedRecord) -> Bool {
        guard isAdded(record.body) else { return false }
        guard let revocations = revocations[key(of: record.body)] else { return true }
        return revocations.allow(record.id, stamp: record.body.stamp)
    }

    private func isAdded(_ body: RecordBody) -> Bool {
        added.contains(key(of: body))
    }

    private func key(of body: RecordBody) -> Key {
        Key(user: body.author, id: body.key, isRoot: body.content.isSignedByRoot)
    }
}
