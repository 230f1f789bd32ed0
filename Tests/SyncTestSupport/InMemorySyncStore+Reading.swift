package import TimelineCore
@testable package import TimelineSync

extension InMemorySyncStore {
    /// Returns the live records and the rejections of a selection, along with the state token.
    package func inventory(of selection: RecordSelection) -> Inventory {
        let (records, introduced) = select(selection)
        var positions = records.map { RecordPosition(of: $0) }
        for rejection in rejections.values
        where selection.contains(rejection.source, introducing: introduced) {
            positions.append(rejection.position)
        }
        return Inventory(positions: positions, introduced: introduced, token: currentToken)
    }

    /// Returns the live records of a selection, and the authors that they introduce.
    func select(
        _ selection: RecordSelection
    ) -> (records: [VerifiedRecord], introduced: Set<User.ID>) {
        var records: [VerifiedRecord] = []
        var introduced = selection.users
        for record in live.values where selection.containsByItself(record) {
            records.append(record)
            guard !selection.deletionScopes.contains(record.scope) else { continue }
            introduced.insert(record.author)
        }
        for record in live.values
        where record.introducesAuthor && introduced.contains(record.author)
            && !selection.containsByItself(record)
        {
            records.append(record)
        }
        return (records, introduced)
    }

    /// Returns the live records with the given IDs.
    package func records(withIDs ids: Set<RecordID>) -> [VerifiedRecord] {
        ids.compactMap { live[$0] }
    }

    /// Returns the newest live records across all ranges, newest first.
    package func records(in ranges: [WantedRange], limit: Int) -> [VerifiedRecord] {
        let bounds = Dictionary(ranges.map { ($0.scope, $0.bound) }) { first, _ in first }
        let records = live.values.filter { record in
            guard let bound = bounds[record.scope], !record.introducesAuthor else {
                return false
            }
            return bound.map { RecordPosition(of: record) < $0 } ?? true
        }
        return Array(
            records.sorted { RecordPosition(of: $1) < RecordPosition(of: $0) }.prefix(limit)
        )
    }

    /// Returns the live records that introduce users.
    package func introductions(of authors: Set<User.ID>) -> [VerifiedRecord] {
        live.values.filter { $0.introducesAuthor && authors.contains($0.author) }
    }

    /// Returns the live records that add devices.
    package func keyRecords(of authors: Set<User.ID>) -> [VerifiedRecord] {
        introductions(of: authors).filter { $0.content.kind == .keyAdded }
    }

    /// Returns the progress of the first sync of each scope that has started.
    package func progress(
        of scopes: Set<User.ID>
    ) -> [User.ID: FirstSyncProgress] {
        var started: Set<User.ID> = []
        for record in live.values where !record.introducesAuthor {
            started.insert(record.scope)
        }
        for rejection in rejections.values { started.insert(rejection.source.scope) }
        var progress = firstSyncs
        if progress[user] == nil, isOldestDevice { progress[user] = .complete }
        return progress.filter { scopes.contains($0.key) && started.contains($0.key) }
    }

    /// Whether the user has signed up on this device.
    private var isOldestDevice: Bool {
        let oldest = introductions(of: [user]).filter { $0.content.kind == .keyAdded }.min()
        guard case .keyAdded(let certificate) = oldest?.content else { return false }
        return certificate.device.id == device
    }
}
