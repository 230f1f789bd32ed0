/// The keys that records add and revoke, which determine whether other records may be live.
struct KeyStates {
    /// A key of one user.
    ///
    /// A user's root key and device keys are distinct even if they have the same key ID.
    private struct Key: Hashable {
        let user: RecordUserID
        let id: KeyID
        let isRoot: Bool
    }

    private var added: Set<Key> = []
    /// The lowest last stamp of each revoked key.
    private var lastStamps: [Key: RecordPushID] = [:]

    init(of records: [VerifiedRecord]) {
        for record in records {
            let author = record.body.author
            guard case .keyAdded(let certificate) = record.body.content else { continue }
            added.insert(Key(user: author, id: certificate.root.id, isRoot: true))
            added.insert(Key(user: author, id: certificate.device.id, isRoot: false))
        }
        for record in records {
            guard case .keyEnded(let id, let last) = record.body.content, isAdded(record.body)
            else { continue }
            let key = Key(user: record.body.author, id: id, isRoot: false)
            lastStamps[key] = min(lastStamps[key] ?? last, last)
        }
    }

    /// Returns whether the key of a record was added, and was not revoked before the record.
    func allow(_ body: RecordBody) -> Bool {
        guard isAdded(body) else { return false }
        return lastStamps[key(of: body)].map { body.stamp <= $0 } ?? true
    }

    private func isAdded(_ body: RecordBody) -> Bool {
        added.contains(key(of: body))
    }

    private func key(of body: RecordBody) -> Key {
        Key(user: body.author, id: body.key, isRoot: body.content.isSignedByRoot)
    }
}
